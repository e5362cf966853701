import { expect, it } from 'vitest';
import { anonymous } from '../../support/worker';

it('the component gallery is not deployed', async () => {
  const response = await anonymous.get('/dev/components');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('404 Page Not Found');
});

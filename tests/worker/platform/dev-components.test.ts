import { expect, it } from 'vitest';
import { anonymous } from '../../support/worker';

it('the page of components is no part of what is deployed', async () => {
  const response = await anonymous.get('/dev/components');
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('404 Page Not Found');
});

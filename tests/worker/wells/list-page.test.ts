import { describe, expect, it } from 'vitest';
import { companyWithFields } from '../../support/custom-fields';
import { addWell } from '../../support/layers';

/** How often the page of wells says the well's name: once in each kind of row. */
async function rowsSent(mobile?: string) {
  const { client } = await companyWithFields([]);
  await addWell(client, { wellName: 'Named Once' });
  const headers: Record<string, string> = mobile ? { 'Sec-CH-UA-Mobile': mobile } : {};
  const page = await (await client.get('/', headers)).text();
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(page) ?? [];
  expect(body).toContain('Named Once');
  return {
    columns: body.includes('row-action'),
    phone: body.includes('flex justify-between'),
    hidden: /sm:hidden/.test(body),
  };
}

describe('the page of wells', () => {
  it('has rows as columns for a browser that is not on a phone', async () => {
    expect(await rowsSent('?0')).toEqual({ columns: true, phone: false, hidden: false });
  });

  it('has the rows of a phone for a phone', async () => {
    expect(await rowsSent('?1')).toEqual({ columns: false, phone: true, hidden: false });
  });

  it('has both where the browser does not say, of which the style sheet hides one', async () => {
    expect(await rowsSent()).toEqual({ columns: true, phone: true, hidden: true });
  });
});

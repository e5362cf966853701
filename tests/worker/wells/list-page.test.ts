import { describe, expect, it } from 'vitest';
import { companyWithFields } from '../../support/custom-fields';
import { addWell } from '../../support/layers';

async function pageOfWells(headers: Record<string, string> = {}) {
  const { client } = await companyWithFields([]);
  await addWell(client, { wellName: 'A well' });
  return (await client.get('/', headers)).text();
}

/** Which kinds of rows the page has, and whether one of them waits for the style sheet to hide it. */
async function rowsSent(mobile?: string) {
  const page = await pageOfWells(mobile ? { 'Sec-CH-UA-Mobile': mobile } : {});
  const [, body = ''] = /<tbody>(.*?)<\/tbody>/s.exec(page) ?? [];
  expect(body).toContain('A well');
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

  it('has links whose routes nobody needs to ask for', async () => {
    const page = await pageOfWells();
    expect(page).toContain('<a ');
    expect(page).not.toContain('data-discover');
  });
});

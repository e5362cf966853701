import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { pageDocument } from '~/server/page-document.server';
import { sendTo } from '../../support/deployed-worker';
import { withFault } from '../../support/faults';
import { addLayer, addWell } from '../../support/layers';
import { ORIGIN, type SignedIn, signInToNewCompany } from '../../support/worker';

let client: SignedIn;

beforeAll(async () => {
  ({ client } = await signInToNewCompany());
  const { id } = await addWell(client, { wellName: '</script><script>alert(1)</script>' });
  await addLayer(client, id, { calculationDate: '2026-01-01' });
});

describe('a page', () => {
  it.each([
    '/',
    '/?tab=calculate',
    '/?tab=accretion',
    '/?tab=detail',
    '/?tab=company&view=members',
    '/settings',
  ])('%s is complete: nothing suspends on the server', async (path) => {
    const page = await (await client.get(path)).text();
    expect(page).toMatch(/^<!DOCTYPE html><html /);
    expect(page).not.toContain('<!--$!-->');
    expect(page).toMatch(/streamController;c\.enqueue\(".*"\);c\.close\(\)\}<\/script>$/s);
  });

  it.each([
    ['/', 'Wells'],
    ['/?view=fields', 'Custom Fields'],
    ['/?tab=wells&view=import', 'Import Wells'],
    ['/?tab=wells&well=none', 'Well Not Found'],
    ['/?tab=calculate', 'Calculate ARO'],
    ['/?tab=accretion', 'Accretion'],
    ['/?tab=accretion&month=2026-10', 'Close of Oct 2026'],
    ['/?tab=accretion&month=2026-13', 'Month Not Found'],
    ['/?tab=accretion&month=foo', 'Month Not Found'],
    ['/?tab=accretion&month=2199-01', 'Month Not Found'],
    ['/?tab=detail', 'ARO Detail'],
    ['/?tab=company', 'Company Settings'],
    ['/?tab=company&view=audit', 'Audit Log'],
    ['/?tab=company&view=books', 'Books Check'],
  ])('%s has the title %s', async (path, name) => {
    expect(await (await client.get(path)).text()).toContain(`<title>${name} · ARO System</title>`);
  });

  it('links to its tabs', async () => {
    const page = await (await client.get('/')).text();
    const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const tabs = [...page.matchAll(/<a [^>]*role="tab"[^>]*>/g)].map(([tag]) => tag);
    expect(tabs.map((tab) => [attribute(tab, 'aria-label'), attribute(tab, 'href')])).toEqual([
      ['Wells', '/'],
      ['Calculate ARO', '/?tab=calculate'],
      ['Accretion', '/?tab=accretion'],
      ['ARO Detail', '/?tab=detail'],
    ]);
  });

  it.each([
    ['/settings', ['Account']],
    ['/?tab=company&view=members', ['Company']],
    ['/?tab=accretion&month=2026-10', ['Close']],
    ['/', []],
  ])('at %s marks the groups %j as current', async (path, groups) => {
    const page = await (await client.get(path)).text();
    const marked = [...page.matchAll(/<button [^>]*aria-current="true"[^>]*>/g)];
    expect(marked.map(([button]) => / aria-label="([^"]*)"/.exec(button)?.[1])).toEqual(groups);
  });

  it('gives scripts a lower priority than painted content', async () => {
    const page = await (await client.get('/')).text();
    const preloads = page.match(/<link rel="modulepreload"[^>]*>/g) ?? [];
    expect(preloads.length).toBeGreaterThan(3);
    for (const preload of preloads) expect(preload).toContain('fetchpriority="low"');
  });

  it('preloads six files, and no code of other screens', async () => {
    const page = await (await client.get('/')).text();
    const files = [...page.matchAll(/<link rel="modulepreload"[^>]*href="\/assets\/(.*?)-[\w-]{8}\.js"/g)];
    expect(files.map(([, name]) => name).sort()).toEqual([
      '_index',
      'entry.client',
      'framework',
      'page',
      'react',
      'root',
    ]);
  });

  it('has its data in one script, which user input can’t escape', async () => {
    const page = await (await client.get('/')).text();
    expect(page).not.toContain('<script>alert');
    expect(page).toContain(String.raw`\u003c/script\u003e\u003cscript\u003ealert(1)`);
  });

  it('that fails on the server shows the request id of the log line', async () => {
    const lines = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { bindings } = withFault(env, { call: 1, when: 'before' });
    const response = await sendTo(bindings, `${ORIGIN}/`, { headers: { Cookie: client.cookie } });
    const logged = lines.mock.calls.map(([line]) => JSON.parse(line));
    lines.mockRestore();
    expect(response.status).toBe(500);
    const id = response.headers.get('X-Request-Id')!;
    expect(await response.text()).toContain(`<p data-request-id="${id}"`);
    expect(logged).toContainEqual(expect.objectContaining({ requestId: id, while: 'load' }));
  });

  it('with the list of wells takes one round trip to D1', async () => {
    const timing = (await client.get('/?search=a&sort=-field')).headers.get('Server-Timing');
    expect(timing).toMatch(/^d1;desc="1 round trips, 1 calls"/);
  });
});

describe('an HTML document', () => {
  const parts = { data: null, nonce: 'n', requestId: 'r' };

  it('without scripts has no data', async () => {
    expect(await pageDocument({ ...parts, markup: '<html></html>' })).toBe('<!DOCTYPE html><html></html>');
  });

  it('with a suspended part logs an error', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    await pageDocument({ ...parts, markup: '<html><!--$!--></html>' });
    expect(error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('suspended on the server'));
    error.mockRestore();
  });
});

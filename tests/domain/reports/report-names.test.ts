import { describe, expect, it } from 'vitest';
import { SAVED_REPORT_NAMES } from '~/components/close/saved-report-names';
import { REPORTS } from '~/components/reports/report-kinds';
import { SHEETS } from '~/components/reports/sheets';
import { navItemsFor } from '~/components/shell/groups';

const TITLES = new Map<string, string>([
  ...Object.entries(SHEETS).map(([kind, { title }]): [string, string] => [kind, title]),
  ['journal', REPORTS.journal.title],
]);

const ADMIN = { id: 'c', name: 'C', code: 'C', role: 'admin' } as Parameters<typeof navItemsFor>[2];
const USER = { isAdmin: false } as Parameters<typeof navItemsFor>[1];

describe('a report', () => {
  it('has the same name in the navigation and as a title', () => {
    const named = (['Reports', 'Close'] as const).flatMap((group) =>
      navItemsFor(group, USER, ADMIN).flatMap(({ label, to }) => {
        const title = TITLES.get(new URLSearchParams(to.split('?')[1]).get('dialog') ?? '');
        return title ? [[label, title]] : [];
      }),
    );
    expect(named).toHaveLength(8);
    for (const [label, title] of named) expect(label).toBe(title);
  });

  it('has the same name among the reports that a close keeps', () => {
    const titles = [...TITLES.values()];
    for (const name of Object.values(SAVED_REPORT_NAMES)) expect(titles).toContain(name);
  });
});

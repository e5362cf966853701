import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const allowed = [
  ['app/domain/x.ts', 'decimal.js'],
  ['app/domain/money/x.ts', 'decimal.js'],
  ['app/domain/books/x.ts', './layer'],
  ['app/domain/books/x.ts', '~/domain/money/money'],
  ['app/domain/calendar/x.ts', '~/domain/money/domain-error'],
  ['app/domain/files/x.ts', '~/domain/wells/custom-field'],
  ['app/domain/imports/x.ts', '~/domain/calendar/calendar-date'],
  ['app/domain/imports/x.ts', '~/domain/files/well-csv'],
  ['app/domain/reports/x.ts', '~/domain/books/layer'],
  ['app/domain/reports/x.ts', '~/domain/files/csv-cell'],
  ['app/domain/reports/x.ts', '~/domain/imports/table-questions'],
  ['app/schemas/x.ts', 'zod'],
  ['app/schemas/wells/x.ts', 're2js'],
  ['app/schemas/x.ts', '~/domain/money/money'],
  ['app/schemas/books/x.ts', '~/domain/books/layer'],
  ['app/schemas/books/x.ts', './accretion'],
  ['app/schemas/books/x.ts', '~/schemas/wells/well'],
  ['db/x.ts', '~/domain/money/money'],
  ['app/services/x.server.ts', '#db/schema'],
  ['app/services/x.server.ts', '~/domain/money/money'],
  ['app/services/people/x.server.ts', '~/services/platform/commit.server'],
  ['app/services/books/x.server.ts', './post-accretion.server'],
  ['app/services/books/x.server.ts', '~/services/wells/well.server'],
  ['app/services/reports/x.server.ts', '~/services/books/aro-layer.server'],
  ['app/services/close/x.server.ts', '~/services/reports/disclosure.server'],
  ['app/server/x.server.ts', '~/services/wells/well.server'],
  ['app/routes/x.ts', '~/services/wells/well.server'],
  ['app/components/wells/x.tsx', '~/schemas/wells/well'],
  ['app/components/wells/x.tsx', '~/components/ui/button'],
  ['app/components/wells/x.tsx', '~/components/imports/mass-upload-dialog'],
  ['app/components/imports/x.tsx', '~/components/books/format-question'],
  ['app/components/imports/x.tsx', '~/components/files/use-sheet-file'],
  ['app/components/books/x.tsx', '~/components/files/use-table-file'],
  ['app/components/files/x.tsx', '~/components/ui/button'],
  ['app/components/detail/x.tsx', '~/components/reports/report-dialog'],
  ['app/components/close/x.tsx', '~/components/reports/sheets'],
  ['app/components/shell/x.tsx', '~/components/ui/button'],
  ['app/components/well-page/x.tsx', '~/components/wells/well-dialog'],
  ['app/components/well-page/x.tsx', '~/components/custom-fields/custom-field-text'],
  ['app/components/well-page/x.tsx', '~/components/detail/layer-history'],
  ['app/components/ui/x.tsx', './button'],
  ['workers/x.ts', '~/server/request-context.server'],
];

const refused = [
  ['app/domain/x.ts', 'zod'],
  ['app/domain/wells/x.ts', 're2js'],
  ['app/domain/x.ts', '~/schemas/wells/well'],
  ['app/domain/x.ts', '../schemas/wells/well'],
  ['app/domain/x.ts', '@remix-run/cloudflare'],
  ['app/domain/books/x.ts', '../../schemas/wells/well'],
  ['app/domain/money/x.ts', '~/domain/calendar/calendar-date'],
  ['app/domain/calendar/x.ts', '~/domain/books/layer'],
  ['app/domain/books/x.ts', '~/domain/wells/custom-field'],
  ['app/domain/books/x.ts', '../wells/custom-field'],
  ['app/domain/wells/x.ts', '~/domain/books/layer'],
  ['app/domain/files/x.ts', '~/domain/books/layer'],
  ['app/domain/imports/x.ts', '~/domain/books/layer'],
  ['app/domain/reports/x.ts', '~/domain/wells/custom-field'],
  ['app/domain/books/x.ts', '~/domain/reports/report-workbook'],
  ['app/schemas/x.ts', '#db/schema'],
  ['app/schemas/x.ts', 'react'],
  ['app/schemas/books/x.ts', '#db/schema'],
  ['app/schemas/books/x.ts', '~/services/wells/well.server'],
  ['db/x.ts', '~/services/wells/well.server'],
  ['db/x.ts', '../app/services/wells/well.server'],
  ['app/services/x.server.ts', '@remix-run/cloudflare'],
  ['app/services/x.server.ts', '~/server/request-context.server'],
  ['app/services/books/x.server.ts', '@remix-run/cloudflare'],
  ['app/services/books/x.server.ts', '../../../tests/support/worker'],
  ['app/services/platform/x.server.ts', '~/services/people/user.server'],
  ['app/services/platform/x.server.ts', '../people/user.server'],
  ['app/services/people/x.server.ts', '~/services/wells/well.server'],
  ['app/services/wells/x.server.ts', '~/services/books/aro-layer.server'],
  ['app/services/books/x.server.ts', '~/services/reports/report.server'],
  ['app/services/reports/x.server.ts', '~/services/imports/mass-upload.server'],
  ['app/services/imports/x.server.ts', '~/services/reports/report.server'],
  ['app/services/audit/x.server.ts', '~/services/reports/report.server'],
  ['app/server/x.server.ts', '~/routes/_index'],
  ['app/server/x.server.ts', '~/components/ui/button'],
  ['app/routes/x.ts', '#db/schema'],
  ['app/routes/x.ts', '../../db/schema'],
  ['app/routes/x.ts', 'drizzle-orm'],
  ['app/components/wells/x.tsx', '~/services/wells/well.server'],
  ['app/components/wells/x.tsx', '#db/schema'],
  ['app/components/wells/x.tsx', '~/server/request-context.server'],
  ['app/components/ui/x.tsx', '~/schemas/wells/well'],
  ['app/components/ui/x.tsx', '~/components/wells/wells-tab'],
  ['app/components/ui/x.tsx', '~/components/shell/header'],
  ['app/components/shell/x.tsx', '~/components/wells/wells-tab'],
  ['app/components/shell/x.tsx', '#db/schema'],
  ['app/components/reports/x.tsx', '~/components/detail/detail-tab'],
  ['app/components/reports/x.tsx', '../detail/detail-tab'],
  ['app/components/books/x.tsx', '~/components/reports/sheets'],
  ['app/components/close/x.tsx', '~/components/accretion/accretion-tab'],
  ['app/components/imports/x.tsx', '~/components/wells/wells-tab'],
  ['app/components/files/x.tsx', '~/components/books/table-text'],
  ['app/components/ui/x.tsx', '~/components/files/file-input'],
  ['app/components/custom-fields/x.tsx', '~/components/detail/detail-tab'],
  ['app/components/calculate/x.tsx', '~/components/wells/wells-tab'],
  ['app/components/admin/x.tsx', '~/components/wells/wells-tab'],
  ['app/components/detail/x.tsx', '~/components/well-page/well-page'],
  ['app/components/wells/x.tsx', '~/components/well-page/well-page'],
  ['app/components/well-page/x.tsx', '~/components/accretion/accretion-tab'],
  ['app/components/well-page/x.tsx', '~/services/wells/well.server'],
  ['app/hooks/x.ts', '~/services/wells/well.server'],
  ['workers/x.ts', '~/components/ui/button'],
  ['workers/x.ts', '#db/schema'],
  ['app/services/x.server.ts', '../../tests/support/worker'],
  ['app/domain/x.ts', '../../tests/support/worker'],
];

const sandbox = mkdtempSync(join(tmpdir(), 'import-table-'));
let flagged: Set<string>;

/** A uniquely named file in the folder of the case. */
function fileOf(kind: string, index: number, file: string): string {
  return file.replace('/x.', `/${kind}-${index}.`);
}

beforeAll(() => {
  // The project's own rules, applied outside its repository.
  const rules = { ...JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')), vcs: { enabled: false } };
  writeFileSync(join(sandbox, 'biome.json'), JSON.stringify(rules));
  for (const [kind, cases] of Object.entries({ allowed, refused })) {
    for (const [index, [file, module]] of cases.entries()) {
      const path = join(sandbox, fileOf(kind, index, file!));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `import * as imported from '${module}';\n\nexport const used = imported;\n`);
    }
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--only=style/noRestrictedImports', '--max-diagnostics=none', '--reporter=github', '.'],
    { cwd: sandbox, encoding: 'utf8' },
  );
  flagged = new Set([...stdout.matchAll(/file=([^,]+),/g)].map((match) => relative(sandbox, match[1]!)));
});

afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

describe('import rules between folders', () => {
  it.each(allowed.map(([file, module], index) => [file!, module!, index] as const))(
    '%s may import %s',
    (file, _, index) => {
      expect(flagged).not.toContain(fileOf('allowed', index, file));
    },
  );

  it.each(refused.map(([file, module], index) => [file!, module!, index] as const))(
    '%s may not import %s',
    (file, _, index) => {
      expect(flagged).toContain(fileOf('refused', index, file));
    },
  );
});

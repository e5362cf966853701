import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { asvsDocument } from '../tests/support/asvs';
import { authorizationDocument } from '../tests/support/authorization';
import { coverageDocument } from '../tests/support/specification-coverage';

const DECISIONS = 'docs/decisions';

/** List of decisions by number, each with its own heading. */
function decisionsDocument(): string {
  const files = readdirSync(DECISIONS).filter((name) => /^\d{4}-/.test(name));
  const items = files.sort().map((name) => {
    const [heading = ''] = readFileSync(`${DECISIONS}/${name}`, 'utf8').split('\n');
    const [, number, title] = /^# (\d{4}): (.+)$/.exec(heading) ?? [];
    if (number !== name.slice(0, 4)) throw new Error(`${name} must begin with "# ${name.slice(0, 4)}: "`);
    return `- [${number}](${name}) ${title}`;
  });
  return `# Decisions

Decisions where another choice was reasonable, and the reasons. Each states the problem (**Context**), the choice (**Decision**), and any
alternatives tried (**Considered**) and measured. Take the next number, then run \`npm run docs\` to update this list. A decision that no
longer applies says so under its heading, with a link to its replacement. Missing numbers were replaced before the ledger
([0023](0023-one-ledger.md)) or never used.

${items.join('\n')}
`;
}

/**
 * Writes the documents generated from tables in the code and the tests. With `--check`, writes nothing and fails if a document is out of
 * date.
 */
const DOCUMENTS = {
  'docs/asvs.md': asvsDocument,
  'docs/authorization.md': authorizationDocument,
  'docs/decisions/README.md': decisionsDocument,
  'docs/specification-coverage.md': coverageDocument,
};

const isCheck = process.argv.includes('--check');
for (const [path, build] of Object.entries(DOCUMENTS)) {
  const content = build();
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === content;
  if (isCurrent) continue;
  if (isCheck) {
    console.error(`${path} is out of date: run npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, content);
    console.log(`Wrote ${path}`);
  }
}

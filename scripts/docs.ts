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

What was decided where someone might have done otherwise, and why. A decision says what called for it (**Context**), what was decided
(**Decision**), and what else was tried (**Considered**) and measured. Take the next number, then \`npm run docs\` for this list. A
decision that no longer holds says so under its heading, with a link to the one that replaces it. Numbers that are missing were
replaced before the ledger ([0023](0023-one-ledger.md)), or never given.

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
for (const [path, make] of Object.entries(DOCUMENTS)) {
  const made = make();
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === made;
  if (isCurrent) continue;
  if (isCheck) {
    console.error(`${path} is out of date: run npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, made);
    console.log(`Wrote ${path}`);
  }
}

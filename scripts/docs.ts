import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { asvsDocument } from '../tests/support/asvs';
import { authorizationDocument } from '../tests/support/authorization';
import { coverageDocument } from '../tests/support/specification-coverage';

/**
 * Writes the documents that are made from tables in the tests. With `--check` it writes nothing and fails where a document
 * is not what its table makes.
 */
const DOCUMENTS = {
  'docs/asvs.md': asvsDocument,
  'docs/authorization.md': authorizationDocument,
  'docs/specification-coverage.md': coverageDocument,
};

const isCheck = process.argv.includes('--check');
for (const [path, make] of Object.entries(DOCUMENTS)) {
  const made = make();
  const isCurrent = existsSync(path) && readFileSync(path, 'utf8') === made;
  if (isCurrent) continue;
  if (isCheck) {
    console.error(`${path} is not what its table makes: run npm run docs`);
    process.exitCode = 1;
  } else {
    writeFileSync(path, made);
    console.log(`Wrote ${path}`);
  }
}

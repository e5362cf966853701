import { fuzzBooks } from './books';
import { fuzzCsvReader } from './csv-reader';
import { fuzzFaults } from './faults';
import { fuzzImporter } from './importer';
import { fuzzKills } from './kills';

/**
 * `npm run fuzz` fuzzes the CSV reader, `npm run fuzz -- books` the books.
 * `npm run fuzz -- importer` feeds cells and mappings to the importer.
 * `npm run fuzz -- faults` fails every call of every write and job.
 * `npm run fuzz -- kills 20` kills the local stack under load.
 * A count and a seed may follow, to run fewer or to repeat a run: `npm run fuzz -- csv 100000 7`.
 */
const subjects = {
  csv: fuzzCsvReader,
  books: fuzzBooks,
  faults: fuzzFaults,
  importer: fuzzImporter,
  kills: fuzzKills,
};

const [first = 'csv', ...others] = process.argv.slice(2);
const [subject, numbers] = first in subjects ? [first, others] : ['csv', [first, ...others]];
const [count, seed] = numbers.map(Number);
await subjects[subject as keyof typeof subjects](count, seed);

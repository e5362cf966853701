import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes statements to a new file, readable by its owner only, a line each. */
export async function writeSqlFile(file: string, statements: Iterable<string>): Promise<void> {
  const lines = function* () {
    for (const statement of statements) yield `${statement};\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
}

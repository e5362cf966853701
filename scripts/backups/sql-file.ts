import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes statements to a new file, one per line, readable only by its owner. */
export async function writeSqlFile(file: string, statements: Iterable<string>): Promise<void> {
  const lines = function* () {
    for (const statement of statements) yield `${statement};\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(file, { mode: 0o600 }));
}

import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT, WORKER_BUNDLE } from './local/settings.mjs';

/**
 * `npm run stack --silent < log-line`: replaces positions in the minified Worker with source lines in a log line's stack. The local build
 * must be from the commit that wrote the line.
 */
const map = new SourceMap(JSON.parse(readFileSync(join(WORKER_BUNDLE, 'app.js.map'), 'utf8')));
const line = (await text(process.stdin)).replaceAll('\\n', '\n');
process.stdout.write(
  line.replace(/\bapp\.js:(\d+):(\d+)/g, (place, row, column) => {
    const { fileName, lineNumber } = map.findOrigin(Number(row), Number(column));
    return fileName === undefined
      ? place
      : `${relative(ROOT, resolve(WORKER_BUNDLE, fileName))}:${lineNumber}`;
  }),
);

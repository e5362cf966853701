import { stopAll } from './local/processes.mjs';
import { build } from './local/stack.mjs';

/** `npm run build`: builds everything a deployment needs, in `build/`. */
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopAll().then(() => process.exit(1)));
try {
  await build((line) => console.log(line));
} catch {
  // The compiler has already printed the error.
  process.exit(1);
}

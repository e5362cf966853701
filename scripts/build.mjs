import { stopAll } from './local/processes.mjs';
import { build } from './local/stack.mjs';

/** `npm run build`: what a deployment needs, in `build/`. */
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => stopAll().then(() => process.exit(1)));
try {
  await build((line) => console.log(line));
} catch {
  // The compiler has said why.
  process.exit(1);
}

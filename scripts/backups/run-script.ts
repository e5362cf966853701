import { failureText } from './failure';
import { removeScratch } from './scratch';

/**
 * Runs a command. On failure, prints the message without a stack and exits with 1. A signal or a closed output also exits with 1, and
 * leaves no copy of the books behind.
 */
export async function runScript(main: () => Promise<void>): Promise<void> {
  const stop = () => {
    removeScratch();
    process.exit(1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  for (const output of [process.stdout, process.stderr]) output.on('error', stop);
  try {
    await main();
  } catch (error) {
    console.error(failureText(error));
    process.exitCode = 1;
  }
}

import { failureText } from './failure';
import { removeScratch } from './scratch';

/**
 * Runs what a command does. A failure is said in words, without a stack, and ends with 1. So does a signal, or who reads the output
 * going away, and nothing of the books is left behind.
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

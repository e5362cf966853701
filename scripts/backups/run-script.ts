import { failureText } from './failure';

/** Runs what a command does. A failure is said in words, without a stack, and ends with 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(failureText(error));
    process.exitCode = 1;
  }
}

import { readSettings } from './local/settings.mjs';
import {
  buildIfChanged,
  prepareState,
  printWelcome,
  requireFreePorts,
  resumeJobs,
  runLocally,
  startIdentityProvider,
  startWorker,
  waitUntilHealthy,
  writeLocalVars,
} from './local/stack.mjs';
import { lockState } from './local/state-lock.mjs';

/** `npm start`: runs the built application in workerd, with everything it needs on this machine. */
await runLocally(async () => {
  const settings = readSettings();
  await requireFreePorts(settings);
  lockState(settings);
  await buildIfChanged();
  await prepareState(settings);
  const local = writeLocalVars(settings);
  const identityProvider = await startIdentityProvider(settings, local);
  const worker = startWorker(settings, local);
  await waitUntilHealthy(settings, worker);
  await resumeJobs(settings);
  printWelcome(settings);
  return [worker, identityProvider];
});

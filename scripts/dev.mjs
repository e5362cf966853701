import { readSettings } from './local/settings.mjs';
import {
  prepareState,
  printWelcome,
  requireFreePorts,
  runLocally,
  startDevServer,
  startIdentityProvider,
  waitUntilHealthy,
  writeLocalVars,
} from './local/stack.mjs';
import { lockState } from './local/state-lock.mjs';

/** `npm run dev`: like `npm start`, with hot reload instead of a build. Queue and cron don't run here. */
await runLocally(async () => {
  const settings = readSettings();
  await requireFreePorts(settings);
  lockState(settings);
  await prepareState(settings);
  const local = writeLocalVars(settings);
  const identityProvider = await startIdentityProvider(settings, local);
  const devServer = startDevServer(settings, local);
  await waitUntilHealthy(settings, devServer);
  printWelcome(settings);
  return [devServer, identityProvider];
});

import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { newClientKey } from '../../scripts/local/client-key.mjs';
import { startIdentityProvider } from '../../scripts/local-idp/provider.mjs';

/** Where the application says to be when these providers lead a browser back to it; nothing listens there. */
const APP_PORT = 8787;

/** The settings of the application for one of the providers. */
export type RealProvider = Partial<Env>;

declare module 'vitest' {
  interface ProvidedContext {
    realProviders: { secret: RealProvider; key: RealProvider };
  }
}

/** The identity provider of `npm start`, oidc-provider, twice: once for each way in which the application can prove itself. */
export default async function startRealProviders(project: TestProject): Promise<() => void> {
  const { privateKey, publicKey } = newClientKey();
  const clientId = 'aro-system';
  const OIDC_CLIENT_SECRET = 'a secret: with "marks" & 100 %';
  const secret = await startIdentityProvider({
    port: await freePort(),
    appPort: APP_PORT,
    clientId,
    client: { secret: OIDC_CLIENT_SECRET },
  });
  const key = await startIdentityProvider({
    port: await freePort(),
    appPort: APP_PORT,
    clientId,
    client: { publicKey },
  });
  const OIDC_CLIENT_KEY = JSON.stringify(privateKey);
  project.provide('realProviders', {
    secret: { OIDC_ISSUER: secret.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET },
    key: { OIDC_ISSUER: key.issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_KEY },
  });
  return () => {
    secret.close();
    key.close();
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

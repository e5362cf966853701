import { createServer } from 'node:net';
import type { TestProject } from 'vitest/node';
import { newClientKey } from '../../scripts/local/client-key.mjs';
import { startIdentityProvider } from '../../scripts/local-idp/provider.mjs';

/** Port of the application's address, to which these providers redirect the browser; nothing listens on it. */
const APP_PORT = 8787;

/** Application settings for one of the providers. */
export type RealProvider = Partial<Env>;

declare module 'vitest' {
  interface ProvidedContext {
    realProviders: { secret: RealProvider; key: RealProvider };
  }
}

/** Two instances of oidc-provider, the identity provider of `npm start`: one for each way the application can authenticate itself. */
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

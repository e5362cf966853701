import { startIdentityProvider } from './provider.mjs';

/** The local identity provider as a program of its own; `npm start` and `npm run dev` run it. */
const { IDP_PORT, PORT, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, IDP_JWKS } = process.env;

try {
  if (!IDP_PORT || !PORT || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET || !IDP_JWKS) {
    throw new Error('IDP_PORT, PORT, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and IDP_JWKS are required.');
  }
  const { close } = await startIdentityProvider({
    port: Number(IDP_PORT),
    appPort: Number(PORT),
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    jwks: JSON.parse(IDP_JWKS),
  });
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => {
      close();
      process.exit(0);
    });
  }
  // Tells the parent; a parent that dies takes this process with it, for the channel between them closes.
  process.send?.('ready');
  process.once('disconnect', () => process.exit(0));
} catch (error) {
  console.error(`Identity provider: ${error.message}`);
  process.exit(1);
}

import { startIdentityProvider } from './provider.mjs';

/** Runs the local identity provider as a separate process, for `npm start` and `npm run dev`. */
const { IDP_PORT, PORT, OIDC_CLIENT_ID, IDP_CLIENT_PUBLIC_KEY } = process.env;

try {
  if (!IDP_PORT || !PORT || !OIDC_CLIENT_ID || !IDP_CLIENT_PUBLIC_KEY) {
    throw new Error('IDP_PORT, PORT, OIDC_CLIENT_ID and IDP_CLIENT_PUBLIC_KEY are required.');
  }
  const { close } = await startIdentityProvider({
    port: Number(IDP_PORT),
    appPort: Number(PORT),
    clientId: OIDC_CLIENT_ID,
    client: { publicKey: JSON.parse(IDP_CLIENT_PUBLIC_KEY) },
  });
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => {
      close();
      process.exit(0);
    });
  }
  // Signals the parent. If the parent dies, the channel closes and this process exits.
  process.send?.('ready');
  process.once('disconnect', () => process.exit(0));
} catch (error) {
  console.error(`Identity provider: ${error.message}`);
  process.exit(1);
}

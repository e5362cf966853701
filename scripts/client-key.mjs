import { newClientKey } from './local/client-key.mjs';

/**
 * `npm run client-key --silent`: generates a key that authenticates the application to the identity provider. The private half goes to
 * standard output, to be piped into `wrangler secret put OIDC_CLIENT_KEY`. The public half goes to the terminal, to be registered with
 * the provider.
 */
const { privateKey, publicKey } = newClientKey();
console.error(`Register at the identity provider:\n${JSON.stringify({ keys: [publicKey] }, null, 2)}`);
console.log(JSON.stringify(privateKey));

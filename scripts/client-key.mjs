import { newClientKey } from './local/client-key.mjs';

/**
 * `npm run client-key --silent`: a new key that proves to the identity provider who the application is. The private half goes to
 * the standard output, to be piped into `wrangler secret put OIDC_CLIENT_KEY`; the public one, to be registered at the
 * provider, to the terminal.
 */
const { privateKey, publicKey } = newClientKey();
console.error(`Register at the identity provider:\n${JSON.stringify({ keys: [publicKey] }, null, 2)}`);
console.log(JSON.stringify(privateKey));

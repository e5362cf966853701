import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { createMemoryAdapter } from './memory-adapter.mjs';
import { messagePage, signInPage, signOutPage } from './pages.mjs';
import { DEMO_PEOPLE, normalizeEmail, subjectOf } from './people.mjs';

const SIGNATURE = 'ES256';
const SCOPE = 'openid email profile';
const MAX_FORM_BYTES = 10_000;
const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

/**
 * An OpenID Connect provider for development. The protocol code is certified, but anyone can sign in as any user. It listens only on
 * loopback addresses and refuses to run in production.
 *
 * @param {{ port: number, appPort: number, clientId: string, client: { secret: string } | { publicKey: object } }} options
 * the application authenticates with a shared secret, or with assertions signed by the key's private half
 * @returns {Promise<{ issuer: string, close: () => void }>}
 */
export async function startIdentityProvider({ port, appPort, clientId, client }) {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The local identity provider signs anyone in without a password: it does not run with NODE_ENV=production.',
    );
  }
  const issuer = `http://localhost:${port}`;
  const appOrigins = [`http://localhost:${appPort}`, `http://127.0.0.1:${appPort}`];
  const people = new Map();
  for (const { email, givenName, familyName } of Object.values(DEMO_PEOPLE)) {
    people.set(subjectOf(email), { email, givenName, familyName });
  }

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: clientId,
        ...('secret' in client
          ? { client_secret: client.secret }
          : { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [client.publicKey] } }),
        id_token_signed_response_alg: SIGNATURE,
        // ID tokens then always include the sign-in time.
        require_auth_time: true,
        redirect_uris: appOrigins.map((origin) => `${origin}/api/auth/callback`),
        post_logout_redirect_uris: appOrigins.map((origin) => `${origin}/`),
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${appOrigins[0]}/api/backchannel-logout`,
        // Tokens then name the session, so signing out in one browser doesn't affect the others.
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [newSigningKey()] },
    // The default dispatcher blocks addresses of this machine, where the application runs.
    fetch: (url, { dispatcher: _, ...options }) => fetch(url, options),
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_ctx, sub) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => claimsOf(sub, person) };
    },
    // Skips the consent prompt, because this application is the only client.
    loadExistingGrant: async (ctx) => {
      const { session, client } = ctx.oidc;
      const grantId = session.grantIdFor(client.clientId);
      const existing = grantId && (await provider.Grant.find(grantId));
      if (existing) return existing;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
    interactions: { url: (_ctx, interaction) => `/sign-in/${interaction.uid}` },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies are scoped to hosts, not ports, so two copies of the provider on this machine need different cookie names.
      names: {
        session: `idp_${port}_session`,
        interaction: `idp_${port}_interaction`,
        resume: `idp_${port}_resume`,
      },
    },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const nonce = randomBytes(16).toString('base64url');
          secure(ctx.res, nonce);
          ctx.body = signOutPage({ form, nonce });
        },
        postLogoutSuccessSource: (ctx) => {
          secure(ctx.res);
          ctx.body = messagePage({
            title: 'Signed out',
            text: 'You are signed out.',
            link: { href: appOrigins[0], text: 'Back to the application' },
          });
        },
      },
    },
    renderError: (ctx, { error, error_description: description }) => {
      secure(ctx.res);
      ctx.type = 'html';
      ctx.body = messagePage({
        title: 'Something went wrong',
        text: description ? `${error}: ${description}` : error,
        link: { href: `${appOrigins[0]}/api/login`, text: 'Sign in again' },
      });
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 7 * 24 * 3600,
      Grant: 7 * 24 * 3600,
    },
  });

  const protocol = provider.callback();

  async function handle(request, response) {
    const path = new URL(request.url, issuer).pathname;
    if (!path.startsWith('/sign-in/')) return protocol(request, response);
    try {
      // Throws when the sign-in was started in another browser or has expired.
      await provider.interactionDetails(request, response);
    } catch {
      return html(
        response,
        400,
        messagePage({
          title: 'This sign-in has expired',
          text: 'It was already completed, has expired, or was started in another browser.',
          link: { href: `${appOrigins[0]}/api/login`, text: 'Sign in again' },
        }),
      );
    }
    if (request.method !== 'POST') return html(response, 200, signInPage({ action: path }));
    const form = await readForm(request);
    const email = normalizeEmail(form.get('email') ?? '');
    const givenName = (form.get('given_name') ?? '').trim().slice(0, 100);
    const familyName = (form.get('family_name') ?? '').trim().slice(0, 100);
    if (!EMAIL.test(email)) {
      const problem = 'Enter an email address, such as name@example.com.';
      return html(response, 400, signInPage({ action: path, problem, email, givenName, familyName }));
    }
    const sub = subjectOf(email);
    const previous = people.get(sub);
    people.set(sub, {
      email,
      givenName: givenName || previous?.givenName,
      familyName: familyName || previous?.familyName,
    });
    return provider.interactionFinished(request, response, { login: { accountId: sub } });
  }

  const servers = await listenOnLoopback(port, (request, response) => {
    handle(request, response).catch((error) => {
      if (!response.headersSent) html(response, 500, messagePage({ title: 'Error', text: error.message }));
    });
  });
  return {
    issuer,
    close: () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}

/** Valid for this run only. Anything it signs is used within minutes. */
function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    ...privateKey.export({ format: 'jwk' }),
    kid: randomBytes(8).toString('hex'),
    use: 'sig',
    alg: SIGNATURE,
  };
}

function claimsOf(sub, { email, givenName, familyName }) {
  return {
    sub,
    email,
    email_verified: true,
    ...(givenName && { given_name: givenName }),
    ...(familyName && { family_name: familyName }),
  };
}

function secure(response, scriptNonce = null) {
  const script = scriptNonce ? `script-src 'nonce-${scriptNonce}'; ` : '';
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; ${script}style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`,
  );
  response.setHeader('Cache-Control', 'no-store');
}

function html(response, status, body) {
  secure(response);
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(body);
}

async function readForm(request) {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > MAX_FORM_BYTES) throw new Error('The form is too large.');
  }
  return new URLSearchParams(text);
}

/** Some programs resolve `localhost` to 127.0.0.1 and others to ::1, so both are served. A machine may have no IPv6. */
async function listenOnLoopback(port, handler) {
  const servers = [];
  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(handler);
    try {
      await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, resolve);
      });
      servers.push(server);
    } catch (error) {
      if (host === '127.0.0.1' || error.code === 'EADDRINUSE') throw error;
    }
  }
  return servers;
}

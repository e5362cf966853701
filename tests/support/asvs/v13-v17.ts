import { type AsvsItem, met, notApplicable, platform } from './item';

const NO_WEBRTC = 'There is no WebRTC.';
const CONVENTIONS = 'tests/worker/platform/api-conventions.test.ts';
const ACCOUNT = 'tests/worker/people/account.test.ts';
const PROVIDER = 'tests/worker/people/identity-provider.test.ts';
const SECURITY_LOG = 'tests/worker/platform/security-log.test.ts';
const NO_TRACES = `${CONVENTIONS} › reveals nothing and leaves nothing behind on an internal error`;
const SESSIONS = 'tests/worker/people/sessions.test.ts';

export const V13_TO_V17: AsvsItem[] = [
  met('13.1.1', 'What talks to what is documented', 'docs/security.md', 'docs/architecture.md'),
  platform(
    '13.2.1',
    'Services authenticate with short-lived credentials',
    'The identity provider: register a public key (`private_key_jwt`) and set `OIDC_CLIENT_KEY`; each assertion is then good for one use and a minute. With a client secret, for a provider that takes no keys, this item is not met. D1, KV, R2 and Queues are bound without credentials.',
    'app/server/client-authentication.server.ts',
    'tests/worker/people/client-authentication.test.ts › signed with %s, for this provider, single-use and valid for a minute',
    'tests/worker/people/client-authentication.test.ts › people sign in, and the session records the time',
    'wrangler.toml',
  ),
  platform(
    '13.2.2',
    'Services have no more rights than they need',
    'The Worker is bound to its own database, namespace, buckets and queues only. Deploy with an API token of one account and these permissions: Workers Scripts *Edit*, D1 *Edit*, Workers KV Storage *Edit*, Workers R2 Storage *Edit*, Queues *Edit*.',
    'wrangler.toml',
  ),
  met('13.2.3', 'No default credentials', 'workers/env.d.ts', 'README.md'),
  met(
    '13.2.4',
    'A list says which services may be called',
    'app/server/provider-request.server.ts',
    'docs/security.md',
    'tests/worker/people/identity-provider.test.ts › whose %s is on a host that the deployment does not list',
    'tests/worker/people/identity-provider.test.ts › but not once the deployment lists the host',
  ),
  met(
    '13.2.5',
    'The server can reach those only',
    'wrangler.toml',
    'tests/domain/platform/security-tables.test.ts › only one file makes outbound requests, and it checks each address against the allowlist',
    'tests/worker/people/identity-provider.test.ts › that redirects from %s, without following the redirect',
  ),
  met('13.3.1', 'Secrets are kept in a vault', 'docs/security.md', 'workers/env.d.ts', 'README.md'),
  platform(
    '13.3.2',
    'Few may reach secrets',
    'Dashboard → Manage Account → Members: only those who deploy have a role that may edit Workers. Secrets can be replaced there, not read.',
  ),
  met('13.4.1', 'No source control is served', 'wrangler.toml'),
  met('13.4.2', 'No debugging in production', 'app/server/error-response.server.ts', 'wrangler.toml'),
  met('13.4.3', 'No lists of folders', 'wrangler.toml'),
  met(
    '13.4.4',
    'No TRACE',
    'workers/app.ts',
    `${CONVENTIONS} › a method that no route has is rejected with JSON`,
  ),
  met(
    '13.4.5',
    'Reference and monitoring are open on purpose',
    'docs/operations.md',
    'tests/worker/platform/health.test.ts › reveals nothing to a visitor who is not signed in',
  ),

  met('14.1.1', 'Data are classified', 'docs/security.md'),
  met('14.1.2', 'Each class says how it is protected', 'docs/security.md'),
  met(
    '14.2.1',
    'Nothing sensitive in addresses',
    'app/server/sign-in.server.ts',
    `${SESSIONS} › is requested with %s, and no token in the address`,
    // An upload address is a token, but useless without its user's session.
    'tests/worker/imports/object-upload.test.ts › rejects an address issued to another user or for another company',
  ),
  met(
    '14.2.2',
    'No cache on the server holds sensitive data',
    'workers/security-headers.ts',
    'tests/worker/platform/health.test.ts › has headers that keep it private and unmodified',
  ),
  met('14.2.3', 'Nothing goes to trackers', 'workers/security-headers.ts', 'wrangler.toml'),
  met(
    '14.2.4',
    'Data are protected as their class says',
    `${ACCOUNT} › permanently removes everything that identifies the person`,
    'tests/worker/imports/old-uploads.test.ts › removes a file 30 days after it was uploaded, and keeps its row',
    'tests/worker/platform/idempotency.test.ts › keeps the first response for a day, then deletes it',
  ),
  met(
    '14.3.1',
    'A sign-out clears the browser',
    'tests/worker/people/sessions.test.ts › requested by %s succeeds, and clears what the browser has stored',
    'tests/e2e/people/sessions.spec.ts › signing out also signs out the other tabs, and keeps the theme',
  ),
  met(
    '14.3.2',
    'Browsers keep no data',
    'tests/worker/platform/health.test.ts › has headers that keep it private and unmodified',
  ),
  met('14.3.3', 'Browser storage holds nothing sensitive', 'app/root.tsx', 'app/hooks/use-preferences.ts'),

  met('15.1.1', 'How soon dependencies are updated is documented', 'docs/security.md'),
  met('15.1.2', 'Dependencies are listed', 'package-lock.json', 'package.json', 'docs/security.md'),
  met(
    '15.1.3',
    'What is expensive is documented',
    'docs/scaling.md',
    'docs/operations.md',
    'docs/security.md',
  ),
  platform(
    '15.2.1',
    'No dependency is overdue',
    'The operator: `npm run deploy` begins with `npm run audit`, which stops it when a library is overdue by the time frames of docs/security.md, or when the registry does not answer. Run `npm run audit` once a week besides, and commit the record that it keeps.',
    'scripts/audit.mjs',
    'docs/security.md',
    'tests/domain/platform/audit.test.ts › fails with a message if the registry does not respond',
    'tests/domain/platform/audit.test.ts › records when a vulnerability was first seen, and fails once it is overdue',
    'tests/domain/platform/audit.test.ts › runs before a deployment and blocks it on failure',
  ),
  met(
    '15.2.2',
    'What is expensive cannot stop the service',
    'app/services/platform/turns.server.ts',
    'tests/worker/imports/mass-upload-patterns.test.ts › yields between rows, so that other requests are answered',
    'tests/worker/platform/rate-limit.test.ts › applies to these calls and no others',
  ),
  met(
    '15.2.3',
    'Production has nothing else',
    'tests/domain/platform/component-page.test.ts › the component page is built only on request',
  ),
  met(
    '15.3.1',
    'Answers hold only what is described',
    'tests/worker/platform/openapi.test.ts › detects a response that doesn’t match',
  ),
  met(
    '15.3.2',
    'Redirects are not followed',
    `${PROVIDER} › that redirects from %s, without following the redirect`,
  ),
  met(
    '15.3.3',
    'No field can be slipped in',
    'tests/worker/platform/authorization.test.ts › unknown keys change nothing',
  ),
  met(
    '15.3.4',
    'The person’s IP address comes from the edge',
    'workers/app.ts',
    'app/server/rate-limit.server.ts',
  ),
  met('15.3.5', 'Types are strict', 'tsconfig.json', 'biome.json'),
  met(
    '15.3.6',
    'No prototype pollution',
    'tests/domain/wells/custom-field.test.ts › accepts built-in property names as field names',
  ),
  met(
    '15.3.7',
    'Each parameter comes from one place',
    'app/server/address-query.server.ts',
    'app/server/json-body.server.ts',
  ),

  met('16.1.1', 'Logs are listed', 'docs/operations.md', 'docs/security.md'),
  met(
    '16.2.1',
    'Lines say when, where, who and what',
    'app/services/platform/security-log.server.ts',
    'docs/operations.md',
    `${SECURITY_LOG} › what a user may not do, and what isn’t theirs to see`,
  ),
  met('16.2.2', 'Times are UTC', 'docs/security.md', 'app/server/request-context.server.ts'),
  met('16.2.3', 'Logs go only where documented', 'app/services/platform/log.server.ts', 'docs/operations.md'),
  met('16.2.4', 'Logs can be read by programs', 'app/services/platform/log.server.ts'),
  met(
    '16.2.5',
    'No secrets in logs',
    `${SECURITY_LOG} › a forged or stolen upload address, without the address`,
    NO_TRACES,
  ),
  met(
    '16.3.1',
    'Sign-ins are logged, failed ones too',
    `${SECURITY_LOG} › a cross-site write, and a failed sign-in`,
    'app/services/people/session.server.ts',
  ),
  met(
    '16.3.2',
    'Denied access is logged',
    `${SECURITY_LOG} › what a user may not do, and what isn’t theirs to see`,
  ),
  met(
    '16.3.3',
    'Attempts to get around controls are logged',
    `${SECURITY_LOG} › a cross-site write, and a failed sign-in`,
    'tests/domain/platform/security-tables.test.ts › the security events match the operations document',
  ),
  met('16.3.4', 'Unexpected errors are logged', NO_TRACES, 'app/server/error-response.server.ts'),
  met('16.4.1', 'Nobody can forge lines', 'app/services/platform/log.server.ts'),
  platform(
    '16.4.2',
    'Logs are protected',
    'Workers Logs cannot be changed. Dashboard → Manage Account → Members: only those who watch over the deployment may read it. Bucket of Logpush: a lock rule, see docs/operations.md.',
    'docs/operations.md',
  ),
  platform(
    '16.4.3',
    'Logs go to another system',
    '`logpush = true` in wrangler.toml; dashboard → Analytics & Logs → Logpush → Create a job → Workers trace events, see docs/operations.md.',
    'docs/operations.md',
  ),
  met('16.5.1', 'Errors give nothing away', NO_TRACES),
  met(
    '16.5.2',
    'The service goes on when others fail',
    `${PROVIDER} › after five seconds when the provider doesn’t respond, or stops mid-response`,
    'tests/worker/platform/rate-limit.test.ts › allows every request if the binding is missing or broken, and logs it once',
    'tests/worker/platform/job-faults.test.ts › a failing part of an event doesn’t stop the others',
  ),
  met('16.5.3', 'Failing, it stays closed', `${ACCOUNT} › changes nothing if its audit row can’t be written`),

  notApplicable('17.1.1', 'TURN addresses', NO_WEBRTC),
  notApplicable('17.2.1', 'DTLS keys', NO_WEBRTC),
  notApplicable('17.2.2', 'DTLS cipher suites', NO_WEBRTC),
  notApplicable('17.2.3', 'SRTP authentication', NO_WEBRTC),
  notApplicable('17.2.4', 'Malformed SRTP', NO_WEBRTC),
  notApplicable('17.3.1', 'Floods of signaling', NO_WEBRTC),
  notApplicable('17.3.2', 'Malformed signaling', NO_WEBRTC),
];

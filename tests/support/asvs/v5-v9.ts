import { type AsvsItem, met, notApplicable, platform } from './item';

const AT_PROVIDER = 'Passwords and factors are kept and checked by the identity provider.';
const ONE_WAY = 'There is one way to sign in, through one identity provider.';
const NEVER_SERVED = 'An uploaded file is read by the server and never served.';
const AUTHORIZATION = 'tests/worker/platform/authorization.test.ts';
const PROVIDER = 'tests/worker/people/identity-provider.test.ts';
const STRENGTH = 'tests/worker/people/sign-in-strength.test.ts';
const SESSIONS = 'tests/worker/people/sessions.test.ts';
const UPLOAD = 'tests/worker/imports/object-upload.test.ts';

/** Chapter 6 asks much of whoever keeps passwords and factors. */
const AUTHENTICATION_ELSEWHERE: [number: string, about: string][] = [
  ['6.1.2', 'Words that passwords must not contain are listed'],
  ['6.2.1', 'Passwords have eight characters or more'],
  ['6.2.2', 'People can change their password'],
  ['6.2.3', 'A change asks for the former password'],
  ['6.2.4', 'Common passwords are refused'],
  ['6.2.5', 'Passwords may have any characters'],
  ['6.2.6', 'Password fields hide what is typed'],
  ['6.2.7', 'Passwords can be pasted'],
  ['6.2.8', 'Passwords are compared as typed'],
  ['6.2.9', 'Long passwords are taken'],
  ['6.2.10', 'Passwords do not expire by date'],
  ['6.2.11', 'The list of words is used'],
  ['6.2.12', 'Leaked passwords are refused'],
  ['6.4.1', 'First passwords are random and short-lived'],
  ['6.4.2', 'There are no secret questions'],
  ['6.4.3', 'A reset keeps the second factor'],
  ['6.4.4', 'A lost factor is replaced with proof of identity'],
  ['6.5.1', 'One-time codes work once'],
  ['6.5.2', 'Stored codes are hashed'],
  ['6.5.3', 'Codes are random'],
  ['6.5.4', 'Codes are long enough'],
  ['6.5.5', 'Codes expire'],
  ['6.6.1', 'Codes by phone are limited'],
  ['6.6.2', 'Codes belong to one sign-in'],
  ['6.6.3', 'Codes cannot be tried out'],
];

export const V5_TO_V9: AsvsItem[] = [
  met('5.1.1', 'Types and sizes of uploads are documented', 'docs/user-guide.md', 'docs/security.md'),
  met(
    '5.2.1',
    'No file is too much for the server',
    `${UPLOAD} › refuses 5,242,881 bytes`,
    'tests/worker/imports/mass-upload-patterns.test.ts › is completed in turns, between which others are answered',
  ),
  met(
    '5.2.2',
    'Type and content of files are checked',
    'app/domain/files/file-signature.ts',
    'app/services/imports/uploaded-file.server.ts',
    'tests/worker/imports/mass-upload-files.test.ts › a file that is refused as a whole',
  ),
  notApplicable('5.2.3', 'Unpacked sizes', 'Archives are refused.'),
  met(
    '5.3.1',
    'Uploaded files are never run',
    `${UPLOAD} › has no other methods, and nothing can be read there`,
  ),
  met('5.3.2', 'Paths are made of our own ids', `${UPLOAD} › names R2 objects by ids alone`),
  notApplicable('5.4.1', 'Names in downloads are our own', NEVER_SERVED),
  notApplicable('5.4.2', 'Names in downloads are encoded', NEVER_SERVED),
  notApplicable('5.4.3', 'Files are scanned for viruses', NEVER_SERVED),

  met(
    '6.1.1',
    'How sign-in is defended is documented',
    'docs/security.md',
    'docs/operations.md',
    'tests/domain/platform/security-tables.test.ts › are in the operations document as the code has them',
  ),
  notApplicable('6.1.3', 'All ways to sign in are documented', ONE_WAY),
  met(
    '6.3.1',
    'Sign-in is defended as documented',
    'app/routes/api.login.tsx',
    'tests/worker/platform/rate-limit.test.ts › counts an IPv6 network as one',
  ),
  met(
    '6.3.2',
    'No accounts come with the product',
    'tests/worker/people/identity.test.ts › cannot be called what the history calls the product',
    'scripts/seed.ts',
  ),
  platform(
    '6.3.3',
    'Two factors',
    'The identity provider: require two factors for this application, and set `OIDC_ACR_VALUES` or `OIDC_AMR_VALUES`, with which the application asks for them and refuses who came without. Exact settings: docs/security.md, Strength of a sign-in. Providers that do not tell of it in the ID token can only be relied on.',
    'app/services/platform/sign-in-strength.server.ts',
    `${STRENGTH} › asks for what the deployment requires`,
    `${STRENGTH} › with %s, where that is required`,
  ),
  met('6.3.4', 'No way in beside the documented one', `${AUTHORIZATION} › knows every route below /api`),
  met(
    '6.8.1',
    'One provider’s people cannot pass for another’s',
    'docs/decisions/0030-who-a-person-is.md',
    'tests/worker/people/identity.test.ts › is another one at another provider, with the same `sub` and the same address',
  ),
  met(
    '6.8.2',
    'Signatures of assertions are checked',
    'app/server/sign-in-strategy.server.ts',
    `${PROVIDER} › without a signature`,
    `${PROVIDER} › signed with another key of the same id`,
  ),
  notApplicable('6.8.3', 'SAML assertions work once', 'There is no SAML.'),
  met(
    '6.8.4',
    'The strength of the sign-in is checked',
    'app/services/platform/sign-in-strength.server.ts',
    'docs/security.md',
    `${STRENGTH} › with %s, where that is required`,
    `${STRENGTH} › of which the provider says odd things or nothing counts as unknown`,
    `${STRENGTH} › needs the stronger sign-in that the deployment sets, and a new one brings it`,
  ),
  ...AUTHENTICATION_ELSEWHERE.map(([number, about]) => notApplicable(number, about, AT_PROVIDER)),

  met('7.1.1', 'Lifetimes of sessions are documented', 'docs/security.md', 'docs/operations.md'),
  met('7.1.2', 'How many sessions a person may have is documented', 'docs/security.md'),
  met('7.1.3', 'Sessions here and at the provider are documented', 'docs/security.md', 'docs/operations.md'),
  met(
    '7.2.1',
    'The server verifies sessions',
    'tests/worker/people/session.test.ts › is of no use once it is signed out',
  ),
  met('7.2.2', 'Session tokens are made at sign-in', 'app/services/people/session.server.ts'),
  met('7.2.3', 'Session tokens are random', 'app/services/people/session.server.ts'),
  met(
    '7.2.4',
    'A sign-in makes a new session and ends the former',
    'app/routes/api.auth.callback.tsx',
    'tests/e2e/people/sessions.spec.ts › signing in again ends the session of before',
  ),
  met('7.3.1', 'Idle sessions end', `${SESSIONS} › ends after 12 hours, or as many as the deployment sets`),
  met('7.3.2', 'Sessions end after some days', 'app/services/people/session-store.server.ts'),
  met(
    '7.4.1',
    'An ended session is of no use',
    'tests/e2e/people/sign-in.spec.ts › a sign-out ends the session everywhere at once, and the provider asks again',
  ),
  met(
    '7.4.2',
    'A deleted account has no sessions',
    'tests/worker/people/account.test.ts › removes the account, and every session with it',
    `${SESSIONS} › by anonymization ends its other sessions`,
  ),
  notApplicable('7.4.3', 'A changed factor can end other sessions', AT_PROVIDER),
  met('7.4.4', 'Every page has a sign-out', 'app/components/shell/user-menu.tsx'),
  met(
    '7.4.5',
    'Administrators end a person’s sessions',
    `${SESSIONS} › ends all sessions of a person, those in no list too, and not the next one`,
  ),
  notApplicable(
    '7.5.1',
    'Sensitive attributes need a new sign-in',
    'Address, name and factors are changed at the identity provider only.',
  ),
  met(
    '7.5.2',
    'People see and end their sessions',
    `${SESSIONS} › ends one of them at once, and never another person’s`,
    `${SESSIONS} › sessions end only for who signed in lately`,
    `${STRENGTH} › has the provider ask, and gets the person back with a session of their own`,
    'tests/e2e/people/sessions.spec.ts › who signed in long ago signs in again to end sessions, by keyboard, and comes back to it',
  ),
  met(
    '7.6.1',
    'Sessions here and at the provider end as documented',
    'tests/worker/people/backchannel-logout.test.ts › one session, or all of a person',
    'tests/e2e/people/sessions.spec.ts › who signs out at the provider is signed out here',
  ),
  met(
    '7.6.2',
    'No session begins without the person',
    'app/server/cross-site.server.ts',
    `${SESSIONS} › asked for by %s is the person’s own choice first`,
    'tests/e2e/people/sessions.spec.ts › a link on another site signs nobody in',
    'tests/e2e/people/sessions.spec.ts › a page that is left alone signs nobody in again',
  ),

  met('8.1.1', 'Who may call what is documented', 'docs/authorization.md', 'tests/support/authorization.ts'),
  met('8.1.2', 'Who may see which fields is documented', 'docs/security.md'),
  met('8.2.1', 'Functions are for those who may', `${AUTHORIZATION} › has every call of every route`),
  met(
    '8.2.2',
    'Data are for those who may',
    'tests/support/authorization.ts',
    'tests/worker/imports/mass-upload-status.test.ts › is not there for another company, nor are its rejected rows',
  ),
  met(
    '8.2.3',
    'Fields are for those who may',
    `${AUTHORIZATION} › keys that no form has change nothing`,
    'tests/worker/platform/openapi.test.ts › notices an answer that is not as described',
  ),
  met(
    '8.3.1',
    'The server decides',
    'app/server/api-route.server.ts',
    `${AUTHORIZATION} › has every call of every route`,
  ),
  met(
    '8.4.1',
    'Companies are apart',
    'tests/worker/platform/declared-reads.test.ts › finds what is of the company that the person is a member of and has selected',
    'tests/worker/people/company.test.ts › refuses a company that is not yours, existing or not, in the same words',
  ),

  met(
    '9.1.1',
    'Tokens are verified before they are believed',
    `${PROVIDER} › signed with a key that nobody published`,
    `${UPLOAD} › refuses an address that was tampered with`,
  ),
  met(
    '9.1.2',
    'Only listed algorithms',
    'app/server/sign-in-provider.server.ts',
    `${PROVIDER} › signed in a way that the provider does not offer`,
    `${PROVIDER} › that offers no signature worth checking`,
  ),
  met(
    '9.1.3',
    'Keys come from configured places',
    'app/server/sign-in-provider.server.ts',
    `${PROVIDER} › may change its keys`,
  ),
  met(
    '9.2.1',
    'Expired tokens are refused',
    `${PROVIDER} › that has expired`,
    `${UPLOAD} › refuses an address 15 minutes after it was issued`,
  ),
  met(
    '9.2.2',
    'A token serves one purpose',
    'app/services/imports/upload-address.server.ts',
    'app/server/logout-token.server.ts',
    `${PROVIDER} › of another sign-in`,
  ),
  met(
    '9.2.3',
    'Tokens for others are refused',
    `${PROVIDER} › for another client`,
    `${UPLOAD} › refuses an address that was issued to somebody else, or for another company`,
  ),
  notApplicable(
    '9.2.4',
    'Tokens for several audiences say for which',
    'Upload addresses are for this service alone.',
  ),
];

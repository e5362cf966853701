import { z } from 'zod';
import type {
  JsonContent,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '~/schemas/platform/openapi';
import {
  requireAccount,
  requireCompany,
  requireCompanyAdmin,
  requireCompanyWriter,
  requireMember,
  requireSystemAdmin,
  requireUser,
} from '~/services/platform/context.server';
import type { Endpoint, Guard, Method } from './api-route.server';

/** A route of the build: its path below `/`, and its loader's endpoints by method. */
export type DescribedRoute = { path: string; endpoints: Partial<Record<Method, Endpoint>> };

/** Keyed by the guard itself: the deployed Worker is minified, so function names differ. */
const CALLERS = new Map<Guard, string>([
  [requireAccount, 'any signed-in user.'],
  [requireUser, 'any signed-in user whose account is not marked for deletion.'],
  [requireCompany, 'members of the selected company, and its API tokens.'],
  [requireMember, 'members of the selected company, but not its API tokens.'],
  [requireCompanyWriter, 'admins of the selected company, and its API tokens with the `write` scope.'],
  [requireCompanyAdmin, 'admins of the selected company, but not its API tokens.'],
  [requireSystemAdmin, 'system administrators.'],
]);
const COMPANY_GUARDS: Guard[] = [requireCompany, requireMember, requireCompanyWriter, requireCompanyAdmin];
/** Guards of calls that API tokens may make. */
const TOKEN_GUARDS: Guard[] = [requireCompany, requireCompanyWriter];

const DESCRIPTION = `The ARO System API. Requests require the session cookie that is set when you sign in at \`/api/login\`; \`/api/logout\` ends the session.
Programs send a company’s API token instead, as \`Authorization: Bearer\`. Cookies are then ignored.
Amounts and rates are strings with two decimals, dates are \`YYYY-MM-DD\`, timestamps are ISO 8601 in UTC.
Lists return a JSON array (the worklist returns an object with \`items\`). With \`limit\`, the \`Link\` header with \`rel="next"\` points to the next page.`;

/** Keyed by the second segment of the path. A tag that is missing here fails the check of the description. */
const TAGS: Record<string, string> = {
  accretion: 'Accretion records, manual postings and month-end runs.',
  admin: 'Users, companies and data of all companies, for system administrators.',
  'aro-layers': 'ARO layers: list, calculation and history.',
  'audit-logs': 'The audit log of the selected company.',
  auth: 'The current user.',
  books: 'The books check and the seals.',
  closes: 'The close of a month: checklist, sign-offs, tie-out and saved reports.',
  companies:
    'The current user’s companies: selection, members, settings, custom fields, rates and API tokens.',
  evidence: 'Files and notes that support wells, postings and closes.',
  'import-profiles': 'Saved mappings for files with their own column titles.',
  'journal-exports': 'Exports of the journal to a general ledger.',
  objects: 'File uploads.',
  periods: 'Months of the books: status, close and reopening.',
  postings: 'Postings and reversals.',
  reports: 'Reports, as JSON or CSV.',
  revisions: 'Revised estimates for many wells.',
  sales: 'Sales of many wells.',
  settlements: 'Settlements of many wells.',
  user: 'The current user’s preferences, sessions and account.',
  wells: 'Wells, the data of one well, and mass upload.',
  worklist: 'Wells that need attention.',
  'close-status': 'How far the books are accreted, closed and exported.',
  fields: 'Fields of the company’s wells.',
};

const PATH_PARAMETERS: Record<string, string> = {
  companyId: 'The company’s id',
  effectiveOn: 'The table’s effective date',
  evidenceId: 'The note’s or file’s id',
  exportId: 'The export’s id',
  invitationId: 'The invitation’s id',
  jobId: 'The upload’s id',
  key: 'The preference’s key',
  layerId: 'The layer’s id',
  month: 'The month, as YYYY-MM',
  periodEnd: 'The last day of the month',
  postingId: 'The posting’s number',
  profileId: 'The import profile’s id',
  reportId: 'The kept report’s id',
  sessionId: 'The session’s id',
  tokenId: 'The API token’s id',
  token: 'The token from the signed upload URL',
  userId: 'The user’s id',
  wellId: 'The well’s id',
};

/** Errors that calls share, by status: the name of the shared response, and its meaning. */
const ERRORS: Record<number, { name: string; description: string }> = {
  400: { name: 'Invalid', description: 'Invalid input. `errors` lists messages by field.' },
  401: { name: 'SignedOut', description: 'Not signed in, the session has ended, or the token is invalid.' },
  403: {
    name: 'Forbidden',
    description:
      'The user’s role doesn’t allow the request, API tokens can’t make it, or another site sent it.',
  },
  404: { name: 'NotFound', description: 'Not found, or belongs to another company.' },
  409: {
    name: 'Conflict',
    description:
      'Conflicts with the current state, or another company is selected. The `code` `already-processed` means that an earlier request with this key succeeded, but its response was lost.',
  },
  412: { name: 'Changed', description: 'The version has changed since you read it.' },
  413: { name: 'TooLarge', description: 'The body is too large.' },
  415: { name: 'WrongType', description: 'The body is not JSON, or not an accepted file type.' },
  422: { name: 'KeyReused', description: 'The Idempotency-Key was already used for a different request.' },
  429: { name: 'TooMany', description: 'Too many requests. `Retry-After` is the number of seconds to wait.' },
};

/**
 * Describes the routes in OpenAPI 3.1, from the schemas that validate their input.
 * @param sessionCookie the cookie's name, which a deployment prefixes
 */
export function describeApi(routes: DescribedRoute[], sessionCookie: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const { path, endpoints } of [...routes].sort((a, b) => a.path.localeCompare(b.path))) {
    const address = `/${path.replace(/:(\w+)/g, '{$1}')}`;
    paths[address] = Object.fromEntries(
      Object.entries(endpoints).map(([method, endpoint]) => [
        method.toLowerCase(),
        describeCall(method as Method, address, endpoint),
      ]),
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ARO System',
      version: '1',
      description: DESCRIPTION,
      contact: { name: 'ARO System contributors' },
      license: { name: 'MIT License', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The deployment that serves this document' }],
    security: [{ session: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Problem: toJsonSchema(Problem, 'output') },
      responses: Object.fromEntries(
        [...Object.values(ERRORS), { name: 'Failed', description: 'Any other error.' }].map(
          ({ name, description }) => [
            name,
            { description, content: json({ $ref: '#/components/schemas/Problem' }) },
          ],
        ),
      ),
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

/** The body of every error response. */
const Problem = z.object({
  message: z.string(),
  code: z
    .literal('already-processed')
    .optional()
    .meta({ description: 'In 409: an earlier request with this key succeeded, but its response was lost' }),
  errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'Messages by field' }),
  requestId: z.string(),
});

function describeCall(method: Method, address: string, endpoint: Endpoint): Operation {
  const { about, guard, body, search, status } = endpoint;
  return {
    operationId: operationId(method, address),
    tags: [address.split('/')[2] ?? 'api'],
    summary: about.summary,
    description: [`Access: ${CALLERS.get(guard)}`, about.details].filter(Boolean).join('\n\n'),
    ...(TOKEN_GUARDS.includes(guard) && { security: [{ session: [] }, { token: [] }] }),
    parameters: [
      ...[...address.matchAll(/\{(\w+)\}/g)].map(
        ([, name]): Parameter => ({
          name: name!,
          in: 'path',
          required: true,
          description: PATH_PARAMETERS[name!]!,
          schema: { type: 'string' },
        }),
      ),
      ...(search ? queryParameters(toJsonSchema(search, 'input')) : []),
      ...(COMPANY_GUARDS.includes(guard) ? [COMPANY_HEADER] : []),
      ...(method === 'GET' ? [] : [IDEMPOTENCY_HEADER]),
      ...(about.isVersioned ? [IF_MATCH_HEADER] : []),
    ],
    ...(body && { requestBody: { required: true, content: json(toJsonSchema(body, 'input')) } }),
    ...(about.accepts && { requestBody: { required: true, content: fileContent(about.accepts) } }),
    responses: {
      [status]: about.response
        ? {
            description: 'Success',
            content: {
              ...json(toJsonSchema(about.response, 'output')),
              ...(acceptsFormat(endpoint) && fileContent(['text/csv'])),
              ...fileContent(about.files ?? []),
            },
          }
        : about.files
          ? { description: 'The file', content: fileContent(about.files) }
          : { description: 'Success, with no response body' },
      ...(about.preview && {
        200: {
          description: status === 200 ? 'Success, or the preview' : 'The preview',
          content: json(toJsonSchema(withPreview(endpoint, about.preview), 'output')),
        },
      }),
      ...(about.acceptedResponse && {
        202: {
          description: 'Accepted; still processing',
          content: json(toJsonSchema(about.acceptedResponse, 'output')),
        },
      }),
      ...Object.fromEntries(
        errorsOf(method, address, endpoint).map((error) => [error, toResponseRef(ERRORS[error]!.name)]),
      ),
      default: toResponseRef('Failed'),
    },
  };
}

/** Schema of a call's 200 response: the preview, or also its regular response if that is 200 too. */
function withPreview({ about, status }: Endpoint, preview: z.ZodType): z.ZodType {
  return about.response && status === 200 ? z.union([about.response, preview]) : preview;
}

function fileContent(mediaTypes: readonly string[]): Record<string, { schema: JsonSchema }> {
  return Object.fromEntries(mediaTypes.map((type) => [type, { schema: { type: 'string' } }]));
}

/** True when a call can also return its list as a CSV file. */
function acceptsFormat({ search }: Endpoint): boolean {
  return search !== undefined && 'format' in (toJsonSchema(search, 'input').properties ?? {});
}

/** The error statuses that follow from the call's guard, input and headers. */
function errorsOf(
  method: Method,
  address: string,
  { guard, about, body, search, limit }: Endpoint,
): number[] {
  const isWrite = method !== 'GET';
  const isCompanyCall = COMPANY_GUARDS.includes(guard);
  const applies: Record<number, boolean> = {
    400: isWrite || Boolean(search) || isCompanyCall,
    401: true,
    403: true,
    404: address.includes('{') || Boolean(about.mayBeMissing),
    409: isWrite || isCompanyCall,
    412: Boolean(about.isVersioned),
    413: Boolean(body ?? about.accepts),
    415: Boolean(body ?? about.accepts),
    422: isWrite,
    // Every call with a token counts against the token's own limit.
    429: limit !== undefined || TOKEN_GUARDS.includes(guard),
  };
  return Object.keys(ERRORS)
    .map(Number)
    .filter((status) => applies[status]);
}

function toResponseRef(name: string): { $ref: string } {
  return { $ref: `#/components/responses/${name}` };
}

const COMPANY_HEADER: Parameter = {
  name: 'X-Company-Id',
  in: 'header',
  description: 'ID of the company you expect to be selected. Returns 409 if a different one is selected.',
  schema: { type: 'string' },
};
const IDEMPOTENCY_HEADER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A retry with the same key returns the first response and changes nothing. Returns 409 if the first response was lost.',
  schema: { type: 'string', maxLength: 200 },
};
const IF_MATCH_HEADER: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The version you last read. Returns 412 if it has changed.',
  schema: { type: 'string' },
};

function json(schema: JsonSchema): JsonContent {
  return { 'application/json': { schema } };
}

function queryParameters(schema: JsonSchema): Parameter[] {
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).map(([name, { description, ...rest }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description && { description }),
    schema: rest,
  }));
}

/** Leaves out what JSON Schema can't express, such as checks across fields. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

/** Such as `get_wells_wellId`: unique, because method and path are. */
function operationId(method: Method, address: string): string {
  const segments = address.split('/').slice(2);
  return [method.toLowerCase(), ...segments].join('_').replace(/[{}]/g, '').replace(/-/g, '_');
}

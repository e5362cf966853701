import { z } from 'zod';
import type {
  JsonContent,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '~/schemas/platform/openapi';
import type { Endpoint, Method } from './api-route.server';

/** A route of the build: its address below `/`, and its loader's endpoints by method. */
export type DescribedRoute = { path: string; endpoints: Partial<Record<Method, Endpoint>> };

const WHO: Record<string, string> = {
  requireAccount: 'Anybody signed in.',
  requireUser: 'Anybody signed in whose account is not marked for deletion.',
  requireCompany: 'Members of the selected company.',
  requireCompanyAdmin: 'Admins of the selected company.',
  requireSystemAdmin: 'System administrators.',
};
const OF_COMPANY = ['requireCompany', 'requireCompanyAdmin'];

const DESCRIPTION = `Calls of the ARO System. They need the session cookie that signing in at \`/api/login\` sets; \`/api/logout\` ends it.
Money and rates are text with two decimals, dates are \`YYYY-MM-DD\`, instants ISO 8601 in UTC.
Lists answer a bare array; with \`limit\` a \`Link\` header with \`rel="next"\` leads to the next page.`;

/** Describes the routes in OpenAPI 3.1, from the schemas that check their input. */
export function describeApi(routes: DescribedRoute[]): OpenApiDocument {
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
    info: { title: 'ARO System', version: '1', description: DESCRIPTION },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    paths,
    components: {
      schemas: { Problem: toJsonSchema(Problem, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'aro_session' } },
    },
  };
}

/** The body of every error response. */
const Problem = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional().meta({ description: 'Messages by field' }),
  requestId: z.string(),
});

function describeCall(method: Method, address: string, endpoint: Endpoint): Operation {
  const { about, guard, body, search, limit, status } = endpoint;
  return {
    operationId: operationId(method, address),
    tags: [address.split('/')[2] ?? 'api'],
    summary: about.summary,
    description: [`For: ${WHO[guard]}`, about.details].filter(Boolean).join('\n\n'),
    parameters: [
      ...[...address.matchAll(/\{(\w+)\}/g)].map(
        ([, name]): Parameter => ({ name: name!, in: 'path', required: true, schema: { type: 'string' } }),
      ),
      ...(search ? queryParameters(toJsonSchema(search, 'input')) : []),
      ...(OF_COMPANY.includes(guard) ? [COMPANY_HEADER] : []),
      ...(method === 'GET' ? [] : [IDEMPOTENCY_HEADER]),
      ...(about.isVersioned ? [IF_MATCH_HEADER] : []),
    ],
    ...(body && { requestBody: { required: true, content: json(toJsonSchema(body, 'input')) } }),
    responses: {
      [status]: about.answer
        ? { description: 'Done', content: json(toJsonSchema(about.answer, 'output')) }
        : { description: 'Done' },
      ...(about.later && {
        202: { description: 'Under way', content: json(toJsonSchema(about.later, 'output')) },
      }),
      ...(limit !== undefined && {
        429: {
          description: 'Asked too often; Retry-After says after how many seconds to try again',
          content: json({ $ref: '#/components/schemas/Problem' }),
        },
      }),
      default: { description: 'Refused', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  };
}

const COMPANY_HEADER: Parameter = {
  name: 'X-Company-Id',
  in: 'header',
  description: 'The company believed to be selected; 409 when another one is',
  schema: { type: 'string' },
};
const IDEMPOTENCY_HEADER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same request with the same key gets the first answer again, and nothing is done twice. 409 when it was carried out but its answer was lost',
  schema: { type: 'string', maxLength: 200 },
};
const IF_MATCH_HEADER: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The version seen; 412 when it is not the stored one',
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

/** Leaves out what JSON Schema cannot express, such as a check across fields. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest as JsonSchema;
}

/** `get_wells_wellId`: unique, because method and address are. */
function operationId(method: Method, address: string): string {
  const words = address.split('/').slice(2);
  return [method.toLowerCase(), ...words].join('_').replace(/[{}]/g, '').replace(/-/g, '_');
}

import type { ReactNode } from 'react';
import { Brand } from '~/components/shell/brand';
import { Badge, type BadgeTone } from '~/components/ui/badge';
import { Link } from '~/components/ui/link';
import { useRootData } from '~/hooks/use-root-data';
import type {
  Answer,
  AnswerContent,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '~/schemas/platform/openapi';
import { Prose } from './prose';
import { SchemaTable } from './schema-table';

const TONE: Record<string, BadgeTone> = { get: 'accent', post: 'green', put: 'yellow', delete: 'red' };

/** Every API call with its parameters, body and responses. */
export function ApiReference({ api }: { api: OpenApiDocument }) {
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, ...call })),
  );
  const groups = [...Map.groupBy(calls, ({ tags }) => tags[0] ?? '')];
  // Signed-in users have the header above, which links home.
  const isAlone = useRootData().user === null;
  return (
    <main id="main" className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-6 sm:px-6">
      <header className="flex flex-col gap-2">
        {isAlone && (
          <Link to="/" className="mb-2 inline-flex self-start rounded">
            <Brand />
          </Link>
        )}
        <h1 className="text-2xl font-semibold">API reference</h1>
        {api.info.description.split('\n').map((line) => (
          <p key={line} className="text-muted">
            <Prose text={line} />
          </p>
        ))}
        <p className="text-muted">
          For programs: <a href="/api/openapi.json">/api/openapi.json</a>, OpenAPI 3.1.
        </p>
      </header>
      <nav aria-label="Calls">
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {groups.map(([group]) => (
            <li key={group}>
              <a href={`#${group}`}>{group}</a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(([group, members]) => (
        <section key={group} aria-labelledby={group} className="flex flex-col gap-3">
          <h2 id={group} className="text-lg font-semibold">
            {group}
          </h2>
          {members.map((call) => (
            <CallCard key={call.operationId} {...call} errors={api.components.responses} />
          ))}
        </section>
      ))}
    </main>
  );
}

type CallCardProps = Operation & { path: string; method: string; errors: Record<string, Answer> };

function CallCard({ path, method, errors, ...call }: CallCardProps) {
  const id = call.operationId;
  const responses = Object.entries(call.responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : listResponses(status, response),
  );
  const failures = Object.entries(call.responses).flatMap(([status, answer]) =>
    '$ref' in answer && status !== 'default'
      ? [{ status, description: errors[answer.$ref.split('/').at(-1)!]!.description }]
      : [],
  );
  return (
    <details id={id} className="rounded-lg border border-line bg-surface">
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
        <Badge tone={TONE[method]}>{method.toUpperCase()}</Badge>
        <code className="min-w-0 break-all">{path}</code>
        <span className="text-muted">{call.summary}</span>
      </summary>
      <div className="flex flex-col gap-4 border-t border-line p-4">
        {call.description.split('\n\n').map((line) => (
          <p key={line}>
            <Prose text={line} />
          </p>
        ))}
        {call.parameters.length > 0 && (
          <Part title="Parameters">
            <SchemaTable label={`Parameters of ${id}`} schema={toObjectSchema(call.parameters)} />
          </Part>
        )}
        {call.requestBody && (
          <Part title="Body">
            <SchemaTable label={`Body of ${id}`} schema={getSchema(call.requestBody.content)} />
          </Part>
        )}
        {responses.map(({ title, schema }) => (
          <Part key={title} title={title}>
            {schema ? (
              <SchemaTable label={`${title} of ${id}`} schema={schema} />
            ) : (
              <p className="text-muted">Empty.</p>
            )}
          </Part>
        ))}
        <Part title="Errors">
          <ul className="flex flex-col gap-0.5 text-muted">
            {failures.map(({ status, description }) => (
              <li key={status}>
                <code>{status}</code> <Prose text={description} />
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </details>
  );
}

/** Responses for a status, each with a title: a preview can return the same status as the actual call. */
function listResponses(status: string, { content }: Answer): { title: string; schema?: JsonSchema }[] {
  if (!content) return [{ title: `Response ${status}` }];
  const schema = getSchema(content);
  return (schema.anyOf ?? [schema]).map((variant, index) => ({
    title: index === 0 ? `Response ${status}` : `Response ${status} with preview=true`,
    schema: variant,
  }));
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-medium">{title}</h3>
      {children}
    </div>
  );
}

function getSchema(content: AnswerContent): JsonSchema {
  return (content['application/json'] ?? Object.values(content)[0])!.schema;
}

/** Parameters as an object schema, for SchemaTable. */
function toObjectSchema(parameters: Parameter[]): JsonSchema {
  return {
    properties: Object.fromEntries(
      parameters.map(({ name, in: location, description, schema }) => [
        name,
        { ...schema, description: [`In the ${location}.`, description].filter(Boolean).join(' ') },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
}

import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import worker from '../../workers/app';
import { type Client, clientWith, type SignedIn } from './worker';

export type Recorded = { sql: string; values: unknown[] };
type Show = (statement: Recorded) => Promise<void>;

/** The bindings, with each statement passed to `show` before it runs. */
export function recordingBindings(show: Show): Env {
  const DB = { withSession: (start?: string) => recording(env.DB.withSession(start), show) };
  return { ...env, DB } as unknown as Env;
}

/** A client whose requests are handled by a Worker with these bindings; `settle` waits for work that continues after the response. */
export function recordingClient(
  { cookie }: Pick<SignedIn, 'cookie'>,
  show: Show,
): { client: Client; settle: () => Promise<void> } {
  const execution = createExecutionContext();
  const client = clientWith(cookie, (request) =>
    worker.fetch(request as Parameters<typeof worker.fetch>[0], recordingBindings(show), execution),
  );
  return { client, settle: () => waitOnExecutionContext(execution) };
}

function recording(session: D1DatabaseSession, show: Show): D1DatabaseSession {
  const known = new WeakMap<D1PreparedStatement, { own: D1PreparedStatement; recorded: Recorded }>();

  function wrap(own: D1PreparedStatement, recorded: Recorded): D1PreparedStatement {
    const shown = <T>(run: () => Promise<T>) => show(recorded).then(run);
    const wrapped = {
      bind: (...values: unknown[]) => wrap(own.bind(...values), { ...recorded, values }),
      run: () => shown(() => own.run()),
      all: () => shown(() => own.all()),
      first: (...column: [string]) => shown(() => own.first(...column)),
      raw: (...options: [{ columnNames: true }]) => shown(() => own.raw(...options)),
    } as D1PreparedStatement;
    known.set(wrapped, { own, recorded });
    return wrapped;
  }

  return {
    prepare: (sql) => wrap(session.prepare(sql), { sql, values: [] }),
    batch: async (statements) => {
      const given = statements.map((statement) => known.get(statement)!);
      for (const { recorded } of given) await show(recorded);
      return session.batch(given.map(({ own }) => own));
    },
    getBookmark: () => session.getBookmark(),
  } as D1DatabaseSession;
}

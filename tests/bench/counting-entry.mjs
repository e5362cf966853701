// Entry module of a benchmark: the bundled Worker, with counters for its D1 calls, the rows they write, and the messages it has finished.
// GET /counts returns them.
import worker from './app.js';

const counts = { statements: 0, calls: 0, rowsWritten: 0, messages: 0 };
let isCounting = false;

/** All sessions and statements share their prototypes, so these are patched once. */
function count(env) {
  if (isCounting) return;
  isCounting = true;
  const session = env.DB.withSession('first-primary');
  patch(Object.getPrototypeOf(session), ['batch'], (statements) => statements.length);
  patch(Object.getPrototypeOf(session.prepare('select 1')), ['run', 'all', 'raw', 'first'], () => 1);
}

function patch(prototype, names, statementsOf) {
  for (const name of names) {
    const original = prototype[name];
    prototype[name] = function (...args) {
      counts.statements += statementsOf(...args);
      counts.calls += 1;
      const results = original.apply(this, args);
      return results.then((answer) => {
        for (const result of [answer].flat()) counts.rowsWritten += result?.meta?.rows_written ?? 0;
        return answer;
      });
    };
  }
}

export default {
  fetch(request, env, execution) {
    if (new URL(request.url).pathname === '/counts') return Response.json(counts);
    count(env);
    return worker.fetch(request, env, execution);
  },
  scheduled(event, env, execution) {
    count(env);
    return worker.scheduled(event, env, execution);
  },
  async queue(batch, env, execution) {
    count(env);
    await worker.queue(batch, env, execution);
    counts.messages += batch.messages.length;
  },
};

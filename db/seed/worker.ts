import { seedDemo } from './demo';

/** Runs the seed inside workerd, next to its database: from outside, each of its thousands of calls would cross a proxy. */
export default {
  async fetch(_request, env) {
    await seedDemo(env, new Date());
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

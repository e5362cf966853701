import { applyD1Migrations, reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

// Whatever the file before left in D1, KV, R2 and the queues of this workerd.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

// Storage is fresh for each test file; applying again what is there already does nothing.
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);

/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  /** What vitest.worker.config.ts adds to the Worker's own bindings, and the Worker's secrets. */
  interface Env extends globalThis.Env {
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_NEWEST_MIGRATION: string;
    /** How many random sequences of the books to run, and their seed, as `count:seed`; empty for the usual ones. */
    RANDOM_BOOKS: string;
    /** `all` for every call of every write and job to fail once; empty for a sample. */
    FAULTS: string;
  }
}

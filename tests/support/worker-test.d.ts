/// <reference types="@cloudflare/vitest-plugin/types" />

declare namespace Cloudflare {
  /** Bindings that vitest.worker.config.ts adds to the Worker's own, and the Worker's secrets. */
  interface Env extends globalThis.Env {
    TEST_MIGRATIONS: import('cloudflare:test').D1Migration[];
    TEST_NEWEST_MIGRATION: string;
    /** Number of random sequences of the books to run, and their seed, as `count:seed`; empty for the default. */
    RANDOM_BOOKS: string;
    /** `all` to fail every call of every write and job once; empty for a sample. */
    FAULTS: string;
  }
}

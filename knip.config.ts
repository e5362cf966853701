import type { KnipConfig } from 'knip';

/** Part of `npm test`: lists files, exports and packages that nothing uses. Entries are what runs without being imported. */
export default {
  entry: [
    'app/{root,entry.client,entry.server}.tsx',
    // Forked by server-render.ts.
    'tests/bench/server-render-peer.ts',
    'app/routes/**/*.{ts,tsx}',
    // Put in place of lucide-react's own by the build, and of Vite's own.
    'app/components/ui/lucide-icon.tsx',
    'app/hooks/load-code.ts',
    'db/seed/worker.ts',
    'workers/{app,load-context}.ts',
    'scripts/*.{ts,mjs}',
    'scripts/local-idp/main.mjs',
    'scripts/local/{end-with-parent,serve}.mjs',
    'tests/{domain,worker}/**/*.test.ts',
    'tests/e2e/**/*.spec.ts',
    'tests/{bench,fuzz}/run.ts',
    'tests/bench/{page-vitals.js,single-page-peer/main.tsx}',
  ],
  // It is copied beside the Worker that it wraps, and imports it from there.
  ignore: ['tests/bench/counting-entry.mjs'],
  project: ['{app,db,workers,scripts,tests}/**/*.{ts,tsx,mjs,js,css}', '*.{ts,js}'],
  // Of the machine; where they are missing, the script or the test says so.
  ignoreBinaries: ['apt-get', 'soffice'],
  // A type that describes what a function takes or returns may be exported with it.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig;

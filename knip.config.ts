import type { KnipConfig } from 'knip';

/** Part of `npm test`: reports files, exports and packages that nothing uses. Entries run without being imported. */
export default {
  entry: [
    'app/{root,entry.client,entry.server}.tsx',
    // Forked by server-render.ts.
    'tests/bench/server-render-peer.ts',
    'app/routes/**/*.{ts,tsx}',
    // The build substitutes these for lucide-react's and Vite's own.
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
  // Copied next to the Worker it wraps, and imports it from there.
  ignore: ['tests/bench/counting-entry.mjs'],
  project: ['{app,db,workers,scripts,tests}/**/*.{ts,tsx,mjs,js,css}', '*.{ts,js}'],
  // System binaries. If one is missing, the script or the test reports it.
  ignoreBinaries: ['apt-get', 'soffice'],
  // A type of a function's parameter or result may be exported with it.
  ignoreExportsUsedInFile: { type: true, interface: true },
} satisfies KnipConfig;

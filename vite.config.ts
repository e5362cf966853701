import { cloudflareDevProxyVitePlugin, vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type ViteDevServer } from 'vite';
import remixConfig from './remix.config.js';

/** Modules of the header, the sidebar and any list, which every page needs. */
const EVERY_PAGE =
  /app\/(components\/shell\/(brand|header|navigation|close-strip|loading-dashboard|first-steps|message-screen|error-screen|not-found)|components\/ui\/(button|link|text-link|menu|table|tooltip|toaster|on-demand)|hooks\/(revalidation|sign-in-address|intent-key|store|unsaved-entries|lost-connection|bad-input|use-(defer-until-release|api|address|company-notice|media|nonce|fetched|today|format|hotkey|preferences|root-data|theme))|domain\/money\/group-thousands)\.tsx?$/;

/** The tabs of the dashboard, and the modules that dialogs and menus share with them. */
const TABS =
  /@radix-ui\/(primitive|react-(collection|compose-refs|context|direction|id|presence|primitive|roving-focus|slot|tabs|use-(callback-ref|controllable-state|effect-event|is-hydrated|layout-effect)))\//;

/** Icons of those modules. All others are in one file, because each is smaller than a request. */
const PAGE_ICONS =
  /lucide-react\/dist\/esm\/(?!icons\/(?!(search|check|sun|moon|monitor|panel-left|gauge|calculator|calendar-clock|file-text|download|file-up|plus|menu|chevron-right|arrow-up|arrow-down|chevrons-up-down|x|file-spreadsheet)\.))/;

/** A long list with its search and filters, as in the first tab and most others. */
const LISTS =
  /app\/(components\/(ui\/(virtual-table|row-actions|table-hint|use-row-window|use-table-view|use-list-filters|sort-button|search-box|select|row-count|empty-state|skeleton|badge|tabs)|shell\/tab-skeleton|custom-fields\/custom-field-text|wells\/(status-badge|wells-(list|page|tab|table)|well-filters|use-wells?-(export|filters)))|hooks\/(count-of|use-more-rows|rows-as-json|use-export|well-address))\.tsx?$/;

/**
 * Modules shared by most later screens: inputs, amounts, dates, names. They are in one file, because each file is a request, and a screen
 * would wait for forty of them.
 */
const SCREENS =
  /app\/(components\/(ui\/(note|progress|card|field|input|choice|icon-button|textarea|sortable-th|use-sorted-rows|csv-button|figure-width)|books\/(layer-label|posting-names|act-fields|reverse-offer|asset-sold-note)|close\/(month-changes|missing-text))|hooks\/(person-name|use-debounced|use-debounced-fetch|use-kept-state|use-open-dates|use-preview|use-anchor|use-validate-on-blur|csv-file|save-workbook|catch-up-address)|domain\/(money\/(?!group-thousands)|calendar\/)[a-z-]+|domain\/files\/csv-(cell|line))\.tsx?$|\/decimal\.js\//;

/** Modules shared by Radix's dialogs and menus. */
const DIALOGS =
  /@radix-ui\/react-(dialog|dismissable-layer|focus-(guards|scope)|portal)\/|\/(aria-hidden|react-remove-scroll(-bar)?|react-style-singleton|use-(callback-ref|sidecar))\//;

/** Schemas shared by the forms' inputs, without those of a single subject. */
const SCHEMAS = /\/zod\/|app\/schemas\/platform\/(list-format|sort|limit|text)\.ts$/;

/** The `page` chunk, apart from its icons. */
const PAGE = [EVERY_PAGE, TABS, LISTS, /\/lucide-icon/];

/** Files that every page loads first. */
const FIRST_FILES = /^assets\/(react|framework|page)-/;

let devServer: ViteDevServer;

const keepDevServer: Plugin = {
  name: 'aro:keep-dev-server',
  configureServer: (server) => {
    devServer = server;
  },
};

/**
 * Above 160 KB, the workbook library zips in additional workers, created from blobs. The content security policy refuses those, so the
 * download would never finish. The library already runs in a worker.
 */
const zipInOneThread: Plugin = {
  name: 'aro:zip-in-one-thread',
  transform: (_code, id) =>
    /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js/.test(id)
      ? "import { zipSync } from 'fflate';\nexport default async (files) => zipSync(files).buffer;"
      : null,
};

/** Makes each icon a single component (components/ui/lucide-icon.tsx), because the first page has two dozen. */
const lightIcons: Plugin = {
  name: 'aro:light-icons',
  enforce: 'pre',
  resolveId: (source, importer) =>
    importer?.includes('/lucide-react/') && source.endsWith('/createLucideIcon.mjs')
      ? `${import.meta.dirname}/app/components/ui/lucide-icon.tsx`
      : null,
};

/** Loads the files of an `import()` through app/hooks/load-code.ts, which explains why. */
const loadCode: Plugin = {
  name: 'aro:load-code',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? {
          code: `export { loadCode as __vitePreload } from '${import.meta.dirname}/app/hooks/load-code.ts';`,
          moduleSideEffects: false,
        }
      : null,
};

/**
 * Nearly every function in these files runs before the first page responds. With this marker, Chromium compiles them on another thread
 * while they download, instead of one by one when each is first called.
 */
const compileEarly: Plugin = {
  name: 'aro:compile-early',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle: {
    // The marker counts only above all code, and Vite puts a line of its own there.
    order: 'post',
    handler: (_options, bundle) => {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && /^(page|_index|root|entry\.client)$/.test(file.name)) {
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      }
    },
  },
};

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    keepDevServer,
    // Gives `npm run dev` the real bindings (D1, KV and R2 in workerd) on the state of `npm start`, and the same load context as the
    // Worker. That module is loaded through Vite, which resolves aliases that this file's own imports can't use.
    cloudflareDevProxyVitePlugin({
      // File in which `npm run dev` puts the identity provider's address and similar settings.
      envFiles: process.env.ARO_VARS_FILE ? [process.env.ARO_VARS_FILE] : undefined,
      persist: { path: `${process.env.ARO_STATE_DIR ?? '.wrangler/state'}/v3` },
      getLoadContext: async ({ request, context }) => {
        const { openRequest } = await devServer.ssrLoadModule('/workers/load-context.ts');
        return openRequest(request, context.cloudflare.env, context.cloudflare.ctx).loadContext;
      },
    }),
    remix(remixConfig),
    tailwindcss(),
    lightIcons,
    loadCode,
    compileEarly,
  ],
  worker: { plugins: () => [zipInOneThread] },
  resolve: { alias: { '~': `${import.meta.dirname}/app`, '#db': `${import.meta.dirname}/db` } },
  // The build is one file for workerd. `npm run dev` runs the same code in Node, which loads packages itself.
  ssr:
    command === 'build'
      ? {
          target: 'webworker',
          noExternal: true,
          resolve: { conditions: ['workerd', 'worker', 'browser'] },
        }
      : undefined,
  esbuild: { legalComments: 'none' },
  build: {
    target: 'es2022',
    // Slower than Vite's default, but the output is a thirtieth smaller.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { ecma: 2020 },
    chunkSizeWarningLimit: 200,
    modulePreload: {
      // Code loaded on demand need not list the files that every page has, because their names don't compress.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'js' ? files.filter((name) => !FIRST_FILES.test(name)) : files,
    },
    // Puts the first page's code into six files. They compress better than the twenty it would be split into, and each can have its own
    // connection.
    rollupOptions: isSsrBuild
      ? {}
      : {
          // Radix's build names each function with a call, which would keep whole unused classes.
          treeshake: { manualPureFunctions: ['__name'] },
          output: {
            manualChunks: (id) => {
              if (/node_modules\/(react|react-dom|scheduler)\//.test(id)) return 'react';
              if (/node_modules\/@remix-run\//.test(id)) return 'framework';
              if (id.includes('/lucide-react/')) return PAGE_ICONS.test(id) ? 'page' : 'icons';
              if (PAGE.some((modules) => modules.test(id))) return 'page';
              if (SCREENS.test(id)) return 'screens';
              if (SCHEMAS.test(id)) return 'schemas';
              return DIALOGS.test(id) ? 'dialogs' : undefined;
            },
          },
        },
  },
}));

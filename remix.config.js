/**
 * Options of the Remix compiler, which vite.config.ts passes to its plugin.
 * The v3_ flags keep React Router 7 one codemod away. All but v3_routeConfig are on.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  ssr: true,
  // A gallery of our components, for developers. It isn't deployed.
  ignoredRouteFiles: process.env.ARO_COMPONENT_PAGE === '1' ? [] : ['**/dev.components.tsx'],
  future: {
    // Tells Vite about every route. Otherwise the first visit to each finds new dependencies and runs two Reacts until it reloads.
    unstable_optimizeDeps: true,
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: false,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};

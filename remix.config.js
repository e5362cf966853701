/**
 * Options of the Remix compiler; vite.config.ts passes them to its plugin.
 * Every v3_ flag is on, so that React Router 7 stays one codemod away.
 *
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverModuleFormat: 'esm',
  ssr: true,
  // A gallery of our components, for those who work on them. What is deployed has no such page.
  ignoredRouteFiles: process.env.ARO_COMPONENT_PAGE === '1' ? [] : ['**/dev.components.tsx'],
  future: {
    // Tells Vite of every route, or the first visit to each finds new dependencies and meets two Reacts until it reloads.
    unstable_optimizeDeps: true,
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_routeConfig: false,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};

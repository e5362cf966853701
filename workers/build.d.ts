/** Output of `npm run build`, which may not exist yet when types are checked. */
declare module '*/build/server/index.js';

declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/cloudflare';
  export const routes: ServerBuild['routes'];
}

import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import * as wholeBuild from '../build/server/index.js';

type Handler = ReturnType<typeof createRequestHandler>;
type Route = ServerBuild['routes'][string];

const build = wholeBuild as unknown as ServerBuild;
/** The route for calls to unknown resources, `api/*`. */
const UNKNOWN = '*';

const { root } = build.routes;
const routesOf = Map.groupBy(Object.values(build.routes), ({ path = '' }) => resourceOf(path));
/** Added to a resource's own routes, for paths that none of them match. */
const commonRoutes = [root!, ...routesOf.get(UNKNOWN)!];
const handlers = new Map(
  [...routesOf].map(([resource, routes]) => [
    resource,
    handlerOf(resource === null ? routes : [...commonRoutes, ...routes]),
  ]),
);
/** Nearly all page requests are for the dashboard. */
const dashboard = handlerOf([root!, build.routes['routes/_index']!]);

/**
 * The handler for a path. Remix compares a request with every route of its build, up to five times for a page, which took a
 * sixth of the server's time. So the dashboard, the other pages and each API resource are separate builds.
 */
export function handlerFor(path: string): Handler {
  if (path === '/') return dashboard;
  return handlers.get(resourceOf(path)) ?? handlers.get(UNKNOWN)!;
}

/**
 * The first segment below /api, such as `wells`; null for a page. Route paths have no leading slash. Case-sensitive,
 * because edge rules such as rate limits match calls by the beginning of their URLs.
 */
function resourceOf(path: string): string | null {
  const match = /^\/?api(?:$|\/([^/]*))/.exec(path);
  return match && (match[1] ?? UNKNOWN);
}

function handlerOf(routes: readonly Route[]): Handler {
  return createRequestHandler({
    ...build,
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: {
      ...build.assets,
      routes: Object.fromEntries(routes.map(({ id }) => [id, build.assets.routes[id]!])),
    },
  });
}

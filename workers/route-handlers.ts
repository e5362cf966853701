import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import * as wholeBuild from '../build/server/index.js';

type Handler = ReturnType<typeof createRequestHandler>;
type Route = ServerBuild['routes'][string];

const build = wholeBuild as unknown as ServerBuild;
/** The route that answers calls of an unknown resource, `api/*`. */
const UNKNOWN = '*';

const { root } = build.routes;
const routesOf = Map.groupBy(Object.values(build.routes), ({ path = '' }) => resourceOf(path));
/** Beside a resource's own routes, for what is below none of them. */
const everyCall = [root!, ...routesOf.get(UNKNOWN)!];
const handlers = new Map(
  [...routesOf].map(([resource, routes]) => [
    resource,
    handlerOf(resource === null ? routes : [...everyCall, ...routes]),
  ]),
);
/** Nearly all pages are the dashboard. */
const dashboard = handlerOf([root!, build.routes['routes/_index']!]);

/**
 * What answers a path. Remix compares a request with each route of its build, up to five times for a page, which took a sixth
 * of the server's time: here the dashboard, the pages and each resource of the API are a build of their own.
 */
export function handlerFor(path: string): Handler {
  if (path === '/') return dashboard;
  return handlers.get(resourceOf(path)) ?? handlers.get(UNKNOWN)!;
}

/**
 * The first part below /api, such as `wells`; null for a page. Routes have no slash before them. Letter for letter: rules of
 * the edge, such as its rate limits, know calls by how their addresses begin.
 */
function resourceOf(path: string): string | null {
  const found = /^\/?api(?:$|\/([^/]*))/.exec(path);
  return found && (found[1] ?? UNKNOWN);
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

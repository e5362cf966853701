import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare';
import * as wholeBuild from '../build/server/index.js';

type Handler = ReturnType<typeof createRequestHandler>;
type Route = ServerBuild['routes'][string];

const build = wholeBuild as unknown as ServerBuild;
/** Calls of a resource that is none are answered by the route for them. */
const UNKNOWN = '*';

const routesOf = Map.groupBy(Object.values(build.routes), ({ path = '' }) => resourceOf(path));
const [root, unknown] = [build.routes.root!, routesOf.get(UNKNOWN)!];
const pages = handlerOf(routesOf.get(null)!);
const calls = new Map(
  [...routesOf].map(([resource, routes]) => [resource, handlerOf([root, ...unknown, ...routes])]),
);

/**
 * What answers a path. Remix compares a request with each route of its build, up to five times for a page, which took a sixth
 * of the server's time: here the pages and each resource of the API are a build of their own.
 */
export function handlerFor(path: string): Handler {
  const resource = resourceOf(path);
  return resource === null ? pages : (calls.get(resource) ?? calls.get(UNKNOWN)!);
}

/** The first part below /api, such as `wells`; null for a page. Routes have no slash before them. */
function resourceOf(path: string): string | null {
  const found = /^\/?api(?:$|\/([^/]*))/i.exec(path);
  return found && (found[1]?.toLowerCase() ?? UNKNOWN);
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

import type { OpenApiDocument } from '~/schemas/platform/openapi';
import { type DescribedRoute, describeApi } from './openapi.server';
import { sessionCookieName } from './session-cookie.server';

type DescribingLoader = { endpoints?: DescribedRoute['endpoints'] };

/** The description of every API call; computed once. */
let apiDescription: Promise<OpenApiDocument> | undefined;

export function readApi(env: Env): Promise<OpenApiDocument> {
  apiDescription ??= loadDescribedRoutes().then((routes) => describeApi(routes, sessionCookieName(env)));
  return apiDescription;
}

async function loadDescribedRoutes(): Promise<DescribedRoute[]> {
  // The build contains this file too, so it can be imported only after it has loaded.
  const { routes } = await import('virtual:remix/server-build');
  return Object.values(routes).flatMap((route) => {
    const loader = route?.module.loader as DescribingLoader | undefined;
    return route?.path && loader?.endpoints ? [{ path: route.path, endpoints: loader.endpoints }] : [];
  });
}

import type { RootData } from './use-root-data';

/** A screen that can be loaded before it is rendered. */
export type Screen = { load: () => Promise<unknown> };

/** What a route's `handle` tells of the screens that its page is made of. */
export type ScreenHandle<Data> = {
  screens: (data: Data | undefined, root: RootData | undefined, params: URLSearchParams) => Screen[];
};

type RouteModules = Record<string, { handle?: unknown } | undefined>;

/**
 * Loads the code of the screens that a page is about to render, on the server and before hydration alike: both must render the
 * same, and neither may wait in the middle.
 */
export async function loadScreens(
  modules: RouteModules,
  loaderData: Record<string, unknown> | null | undefined,
  search: string,
): Promise<void> {
  const params = new URLSearchParams(search);
  const root = loaderData?.root as RootData | undefined;
  const screens = Object.entries(modules).flatMap(([id, module]) => {
    const handle = module?.handle as ScreenHandle<unknown> | undefined;
    return handle?.screens(loaderData?.[id], root, params) ?? [];
  });
  await Promise.all(screens.map((screen) => screen.load()));
}

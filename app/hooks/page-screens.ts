import type { RootData } from './use-root-data';

/** A screen whose code can be loaded before it renders. */
export type Screen = { load: () => Promise<unknown> };

/** A route's `handle`, which lists the screens its page renders. */
export type ScreenHandle<Data> = {
  screens: (data: Data | undefined, root: RootData | undefined, params: URLSearchParams) => Screen[];
};

type RouteModules = Record<string, { handle?: unknown } | undefined>;

/**
 * Loads the code of the screens a page is about to render, on the server and before hydration. Both must render the same markup without
 * suspending.
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

import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useNavigation,
} from '@remix-run/react';
import type { ReactNode } from 'react';
import { ErrorScreen } from '~/components/shell/error-screen';
import { Header } from '~/components/shell/header';
import { KeepEarlyInput } from '~/components/shell/keep-early-input';
import { LoadingDashboard } from '~/components/shell/loading-dashboard';
import { NavigationFrame } from '~/components/shell/navigation';
import { NavigationGuard } from '~/components/shell/navigation-guard';
import { Typeface, useTypeface } from '~/components/shell/typeface';
import { lazyScreen } from '~/components/ui/on-demand';
import { Toaster } from '~/components/ui/toaster';
import { TooltipHost } from '~/components/ui/tooltip';
import { useBadInputGuard } from '~/hooks/bad-input';
import { useFocusRestore } from '~/hooks/focus-restore';
import { useIsOffline, useStayWithoutConnection } from '~/hooks/lost-connection';
import type { ScreenHandle } from '~/hooks/page-screens';
import { closestLanguage, type Preferences, readPreferences } from '~/hooks/preferences';
import { revalidateUnlessDialogOnly, useReloadNotice } from '~/hooks/revalidation';
import { useCompanyNotice } from '~/hooks/use-company-notice';
import { useFreshPage } from '~/hooks/use-fresh-page';
import { useNonce } from '~/hooks/use-nonce';
import { usePreferences, usePreferenceUpkeep } from '~/hooks/use-preferences';
import { type RootData, useRememberRootData, useRootData } from '~/hooks/use-root-data';
import { useStyles } from '~/hooks/use-styles';
import type { UserView } from '~/schemas/people/user';
import { cookieName } from '~/server/deployment.server';
import { preferencesQuery, toPreferenceViews } from '~/services/people/preference.server';
import { getCurrentUser } from '~/services/people/user.server';
import { requireAccount } from '~/services/platform/context.server';
import { companyOutlineQuery, getFirstSteps } from '~/services/reports/company-outline.server';

/** Few users ever see these two, and never both, so the first load doesn't include them. */
const SelectionScreen = lazyScreen(() => import('~/components/account/selection-screen'), LoadingDashboard);
const DeletedAccount = lazyScreen(() => import('~/components/shell/deleted-account'), LoadingDashboard);

export const handle: ScreenHandle<RootData> = {
  screens: (data) => {
    if (data?.user?.isDeleted) return [DeletedAccount];
    return data?.user?.needsCompanySelection ? [SelectionScreen] : [];
  },
};

export const meta: MetaFunction = () => [
  { title: 'ARO System' },
  { name: 'description', content: 'Asset retirement obligations for oil and gas wells' },
];

export const links: LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const readRows = context.declareReads(
    (scope) => ({
      preferences: preferencesQuery(scope),
      company: companyOutlineQuery(scope),
    }),
    'root',
  );
  const ctx = await context.requestContext();
  const account = ctx.actor.kind === 'user' ? requireAccount(ctx) : null;
  const rows = account && (await readRows(account));
  const [company] = rows?.company ?? [];
  const savedViews = rows ? toPreferenceViews(rows.preferences) : [];
  return {
    user: account && getCurrentUser(account),
    preferences: readPreferences(savedViews, localPreferences(request, context.env)),
    savedPreferences: savedViews.map(({ preferenceKey }) => preferenceKey),
    closedThrough: company?.closedThrough ?? null,
    fiscalYearEnd: company?.fiscalYearEnd,
    firstSteps: company ? getFirstSteps(company) : null,
    isMobile: isMobile(request),
    now: ctx.now.toISOString(),
  };
}

/** Reads the client hint that Chromium browsers send with every request. Null for other browsers. */
function isMobile({ headers }: Request): boolean | null {
  const hint = headers.get('Sec-CH-UA-Mobile');
  return hint === null ? null : hint === '?1';
}

/** Preferences from this browser's cookie and headers, for users who are signed out or have saved none. */
function localPreferences({ headers }: Request, env: Env): Partial<Preferences> {
  const cookies = headers.get('Cookie')?.split(/;\s*/) ?? [];
  const theme = (['light', 'dark'] as const).find((choice) =>
    cookies.includes(`${cookieName(env, 'aro_theme')}=${choice}`),
  );
  const language = closestLanguage(headers.get('Accept-Language')?.split(/[,;]/)[0]?.trim() ?? '');
  return { ...(theme && { theme }), ...(language && { language }) };
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const { theme } = usePreferences();
  useTypeface();
  return (
    // Without data-theme, the colors follow the operating system, including later changes.
    <html lang="en" data-theme={theme === 'system' ? undefined : theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
        <Styles />
        <Typeface />
        <KeepEarlyInput />
      </head>
      <body>
        <a
          href="#main"
          className="sr-only z-50 rounded-md bg-raised px-3 py-2 font-medium focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:shadow-lg"
        >
          Skip to content
        </a>
        {children}
        <Toaster />
        <TooltipHost />
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

/** Inlined in the document, which saves a round trip before the first paint. In development, a file that Vite hot-reloads. */
function Styles() {
  const nonce = useNonce();
  const styles = useStyles();
  if (import.meta.env.DEV) return <link rel="stylesheet" href="/app/tailwind.css" />;
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own file, whose quotes React would escape
    <style data-page nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles }} />
  );
}

export default function App() {
  const { user } = useRootData();
  useRememberRootData();
  useReloadNotice();
  usePreferenceUpkeep();
  useCompanyNotice();
  useFreshPage();
  useStayWithoutConnection();
  useFocusRestore();
  useBadInputGuard();
  const isOffline = useIsOffline();
  if (!user) return <Outlet />;
  const canUseApp = !user.isDeleted && !user.needsCompanySelection;
  const screen = <Screen user={user} />;
  return (
    <>
      <NavigationGuard isOffline={isOffline} />
      <Header user={user} />
      {canUseApp ? <NavigationFrame>{screen}</NavigationFrame> : screen}
    </>
  );
}

/** Screen required by the user's state, before any route is considered. */
function Screen({ user }: { user: UserView }) {
  const { pathname } = useLocation();
  const destination = useNavigation().location?.pathname;
  // The only pages here belong to sign-in, and show its problem even if a user is signed in.
  if (pathname.startsWith('/api/')) return <Outlet />;
  if (user.isDeleted) return pathname === '/settings' ? <Outlet /> : <DeletedAccount />;
  const isAdminPanel = user.isAdmin && pathname === '/admin';
  if (user.needsCompanySelection && !isAdminPanel) return <SelectionScreen user={user} />;
  return destination === '/' && pathname !== '/' ? <LoadingDashboard /> : <Outlet />;
}

export function ErrorBoundary() {
  const { user } = useRootData();
  return (
    <>
      {user && <Header user={user} />}
      <ErrorScreen />
    </>
  );
}

import * as Tabs from '@radix-ui/react-tabs';
import type { AppLoadContext, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { readCompanyView } from '~/components/company/company-page';
import {
  type DashboardView,
  readDashboardView,
  TABS,
  workspaceMonth,
} from '~/components/shell/dashboard-tabs';
import { LoadingDashboard } from '~/components/shell/loading-dashboard';
import { TabSkeleton } from '~/components/shell/tab-skeleton';
import { EmptyState } from '~/components/ui/empty-state';
import { lazyScreen } from '~/components/ui/on-demand';
import { readWellsView, WellsTab, wellsScreens } from '~/components/wells/wells-tab';
import type { Screen, ScreenHandle } from '~/hooks/page-screens';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';
import { serializeRows } from '~/hooks/rows-as-json';
import { useAddress } from '~/hooks/use-address';
import { formatMonth, useFormat } from '~/hooks/use-format';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import { AuditQuery } from '~/schemas/audit/audit';
import { AccretionQuery } from '~/schemas/books/accretion';
import { LayerQuery } from '~/schemas/books/aro-layer';
import { WellQuery } from '~/schemas/wells/well';
import { queryText, readAddressQuery } from '~/server/address-query.server';
import { getAuditPage } from '~/services/audit/audit-log.server';
import { getAccretionPage } from '~/services/books/accretion-page.server';
import { getDetailPage } from '~/services/books/aro-layer.server';
import { getCalculatePage } from '~/services/books/calculate-page.server';
import { getSettingsPage } from '~/services/books/settings-page.server';
import { listApiTokens } from '~/services/people/api-token.server';
import { listMembers } from '~/services/people/member.server';
import {
  type CompanyContext,
  type RequestContext,
  requireCompany,
  requireCompanyAdmin,
  selectedMembership,
} from '~/services/platform/context.server';
import { findWellPage } from '~/services/reports/well-page.server';
import { getCustomFields } from '~/services/wells/custom-field.server';
import { toWellsPage, wellsPageReads } from '~/services/wells/well.server';
import { isKnownSort } from '~/services/wells/well-order.server';

const Landing = lazyScreen(() => import('~/components/shell/landing'), LoadingDashboard);
const WellPage = lazyScreen(() => import('~/components/well-page/well-page'), TabSkeleton);
const CalculateTab = lazyScreen(() => import('~/components/calculate/calculate-tab'), TabSkeleton);
const AccretionTab = lazyScreen(() => import('~/components/accretion/accretion-tab'), TabSkeleton);
const MonthWorkspace = lazyScreen(() => import('~/components/close/month-workspace'), TabSkeleton);
const DetailTab = lazyScreen(() => import('~/components/detail/detail-tab'), TabSkeleton);
const CompanyTab = lazyScreen(() => import('~/components/company/company-tab'), TabSkeleton);

/** Screens whose code a URL needs, besides what every page loads. */
function screensFor(params: URLSearchParams): Screen[] {
  switch (readDashboardView(params)) {
    case 'wells':
      return params.has('well') ? [WellPage] : wellsScreens(params);
    case 'calculate':
      return [CalculateTab];
    case 'accretion':
      return [workspaceMonth(params) ? MonthWorkspace : AccretionTab];
    case 'detail':
      return [DetailTab];
    case 'company':
      return [CompanyTab];
  }
}

export const handle: ScreenHandle<unknown> = {
  screens: (_, root, params) => (root?.user ? screensFor(params) : [Landing]),
};

/** Rows of a long list that are sent with the page; the rest load on scroll. */
const FIRST_ROWS = 100;

export const meta: MetaFunction<typeof loader> = ({ data, location }) => {
  const screen = data && Object.values(data).some((page) => page !== null) && screenTitle(data, location);
  return [{ title: screen ? `${screen} · ARO System` : 'ARO System' }];
};

type Titled = {
  accretion: { periods: { periods: { month: string }[] } } | null;
  well: { page: { well: { wellCode: string } } | null } | null;
  company: { settings: unknown; audit: unknown; members: unknown; tokens: unknown } | null;
};

/** Title of a URL's screen for browser tabs, history and screen readers. */
function screenTitle(
  { accretion, well, company }: Titled,
  { search }: { search: string },
): string | undefined {
  const params = new URLSearchParams(search);
  const view = readDashboardView(params);
  const month = workspaceMonth(params);
  if (view === 'company') {
    // Doesn't use the list of company screens, which isn't part of the initial code.
    if (company?.settings) return 'Company Settings';
    if (company?.audit) return 'Audit Log';
    if (company?.members) return 'Members';
    return company?.tokens ? 'API Tokens' : 'Books Check';
  }
  if (view === 'accretion' && month) {
    const isKnown = accretion?.periods.periods.some((period) => period.month === month);
    return isKnown ? `Close of ${formatMonth(month)}` : 'Month Not Found';
  }
  if (view !== 'wells') return TABS.find(({ value }) => value === view)?.label;
  if (well) return well.page?.well.wellCode ?? 'Well Not Found';
  return { list: 'Wells', fields: 'Custom Fields', import: 'Import Wells' }[readWellsView(params)];
}

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  // Declared before the context is requested, so that the most visited page needs only one D1 round trip.
  const readWells = showsWellsList(searchParams) ? declareWellsPage(context, searchParams) : null;
  const ctx = await context.requestContext();
  const company = hasCompany(ctx) ? requireCompany(ctx) : null;
  const emptyPages = {
    wells: null,
    fields: null,
    well: null,
    calculate: null,
    accretion: null,
    detail: null,
    company: null,
  };
  if (!company) return emptyPages;
  switch (readDashboardView(searchParams)) {
    case 'wells': {
      const wellId = searchParams.get('well');
      if (wellId) return { ...emptyPages, well: { id: wellId, page: await findWellPage(company, wellId) } };
      if (readWells) return { ...emptyPages, wells: await readWells(company) };
      return { ...emptyPages, fields: await getCustomFields(company, company.companyId) };
    }
    case 'calculate':
      return { ...emptyPages, calculate: await getCalculatePage(company) };
    case 'accretion': {
      const query = readAddressQuery(AccretionQuery, searchParams, ['periodEnd', 'catchUp', 'sort']);
      const page = await getAccretionPage(company, query);
      return { ...emptyPages, accretion: { ...page, query: queryText(query) } };
    }
    case 'detail': {
      const query = readAddressQuery(LayerQuery, searchParams, [
        'wellId',
        'field',
        'layer',
        'status',
        'sort',
      ]);
      const page = await getDetailPage(company, { ...query, limit: FIRST_ROWS });
      return { ...emptyPages, detail: serializeRows({ ...page, query: queryText(query) }, 'layers') };
    }
    case 'company':
      return { ...emptyPages, company: await loadCompanyPage(company, searchParams) };
  }
}

function showsWellsList(params: URLSearchParams): boolean {
  return readDashboardView(params) === 'wells' && !params.has('well') && readWellsView(params) === 'list';
}

function declareWellsPage({ declareReads }: AppLoadContext, params: URLSearchParams) {
  const addressQuery = readAddressQuery(WellQuery, params, ['search', 'status', 'field', 'sort']);
  const query = { ...addressQuery, limit: FIRST_ROWS };
  const readRows = declareReads((scope) => wellsPageReads(scope, query), `wells ${JSON.stringify(query)}`);
  return async (company: CompanyContext) => {
    const page = toWellsPage(query, await readRows(company));
    const validQuery = isKnownSort(query, page.customFieldTemplates)
      ? addressQuery
      : { ...addressQuery, sort: undefined };
    return serializeRows({ ...page, query: queryText(validQuery) }, 'wells');
  };
}

async function loadCompanyPage(company: CompanyContext, params: URLSearchParams) {
  const emptyViews = { settings: null, fields: [] as string[], audit: null, members: null, tokens: null };
  switch (readCompanyView(params, company.role === 'admin')) {
    case 'settings':
      return { ...emptyViews, ...(await getSettingsPage(requireCompanyAdmin(company))) };
    case 'audit': {
      const paramNames = ['action', 'entityType', 'userId', 'wellId', 'from', 'to', 'sort'];
      const query = readAddressQuery(AuditQuery, params, paramNames);
      const page = await getAuditPage(company, { ...query, limit: FIRST_ROWS });
      return { ...emptyViews, audit: { ...page, query: queryText(query) } };
    }
    case 'books':
      return emptyViews;
    case 'members':
      return { ...emptyViews, members: await listMembers(requireCompanyAdmin(company), company.companyId) };
    case 'tokens':
      return { ...emptyViews, tokens: await listApiTokens(requireCompanyAdmin(company), company.companyId) };
  }
}

export default function Index() {
  const { user } = useRootData();
  const company = useCompany();
  // Lists, drafts and selections belong to one company, so remount when it changes.
  return user ? <Dashboard key={company?.id} /> : <Landing />;
}

function Dashboard() {
  const { wells, fields, well, calculate, accretion, detail, company } = useLoaderData<typeof loader>();
  const { params, nextParams } = useAddress();
  const view = readDashboardView(params);
  // Highlights the clicked tab before its data arrives.
  const nextView = readDashboardView(nextParams);
  const isOtherWell = nextView === 'wells' && params.get('well') !== nextParams.get('well');
  useEffect(() => {
    // Loads the code in parallel with the data.
    for (const screen of screensFor(nextParams)) void screen.load().catch(() => {});
  }, [nextParams]);
  const month = workspaceMonth(params);
  const printedFor = useCompany();
  const { now } = useRootData();
  const format = useFormat();
  return (
    <main id="main" tabIndex={-1} className="px-4 pb-6 sm:px-6">
      <h1 className="sr-only">Dashboard</h1>
      <p className="mb-3 hidden font-medium print:block">
        {printedFor && `${printedFor.name} (${printedFor.code}), as of ${format.instant(now)}`}
      </p>
      <Panel view={nextView}>
        {nextView !== view || isOtherWell ? (
          <TabSkeleton />
        ) : view === 'wells' && !well ? (
          <WellsTab page={wells} fields={fields} />
        ) : (
          <>
            {well && <WellPage key={well.id} {...well} />}
            {calculate && <CalculateTab page={calculate} />}
            {accretion && !month && <AccretionTab page={accretion} />}
            {accretion && month && <MonthWorkspace key={month} month={month} periods={accretion.periods} />}
            {detail && <DetailTab page={detail} />}
            {company && <CompanyTab page={company} />}
            {!well && !calculate && !accretion && !detail && !company && (
              <EmptyState message="No company selected" />
            )}
          </>
        )}
      </Panel>
    </main>
  );
}

/** The panel of a tab in the page's navigation. Company screens have no tab. */
function Panel({ view, children }: { view: DashboardView; children: ReactNode }) {
  if (view === 'company') return children;
  return (
    // Not a tab stop, because every panel has focusable controls.
    <Tabs.Content value={view} tabIndex={-1}>
      {children}
    </Tabs.Content>
  );
}

/** True when the user is signed in, with an active account and a company to view. */
function hasCompany({ actor }: RequestContext): boolean {
  return actor.kind === 'user' && !actor.user.isDeleted && selectedMembership(actor.user) !== null;
}

import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { AccessDenied } from '~/components/admin/access-denied';
import { AdminPanel } from '~/components/admin/admin-panel';
import { readAdminTab } from '~/components/admin/admin-tabs';
import { ErrorScreen } from '~/components/shell/error-screen';
import { AppError } from '~/errors';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';
import { AuditQuery } from '~/schemas/audit/audit';
import { AdminCompanyQuery, AdminUserQuery, SystemDataSorts } from '~/schemas/people/admin';
import { SIGN_IN_FIELD } from '~/schemas/people/sign-in-field';
import { queryText, readAddressQuery } from '~/server/address-query.server';
import { listSystemAudit } from '~/services/audit/audit-log.server';
import { getSystemData } from '~/services/audit/system-data.server';
import { companySearchReads, getAdminCompanies } from '~/services/people/company.server';
import { listInvitations } from '~/services/people/invitation.server';
import { getAdminUsers, userSearchReads } from '~/services/people/user.server';
import {
  type RequestContext,
  requireSystemAdmin,
  type UserContext,
} from '~/services/platform/context.server';
import { logSecurity, requestForLog } from '~/services/platform/security-log.server';

/** Users and companies that are sent with the page, which renders all of these rows. */
const FIRST_ROWS = 50;

export const meta: MetaFunction = () => [{ title: 'Admin Panel · ARO System' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const search = searchParams.get('search');
  const readUserNames = context.declareReads((scope) => userSearchReads(scope, { search }));
  const readCompanyNames = context.declareReads((scope) => companySearchReads(scope, { search }));
  const ctx = await context.requestContext();
  if (ctx.actor.kind !== 'user') throw data(null, { status: 404 });
  const admin = requireAdmin(ctx, request);
  const emptyPages = { users: null, companies: null, invitations: null, system: null, audit: null };
  switch (readAdminTab(searchParams)) {
    case 'users': {
      const query = readAddressQuery(AdminUserQuery, searchParams, ['search', 'sort']);
      const page = await getAdminUsers(admin, { ...query, limit: FIRST_ROWS }, await readUserNames(ctx));
      return { ...emptyPages, users: { ...page, query: queryText(query) } };
    }
    case 'companies': {
      const query = readAddressQuery(AdminCompanyQuery, searchParams, ['search', 'sort']);
      const page = await getAdminCompanies(
        admin,
        { ...query, limit: FIRST_ROWS },
        await readCompanyNames(ctx),
      );
      return { ...emptyPages, companies: { ...page, query: queryText(query) } };
    }
    case 'invitations':
      return { ...emptyPages, invitations: await listInvitations(admin) };
    case 'system':
      return { ...emptyPages, system: await loadSystemData(admin, searchParams) };
    case 'audit':
      return { ...emptyPages, audit: await listSystemAudit(admin, AuditQuery.parse({ limit: FIRST_ROWS })) };
  }
}

/** @throws Response 403, which says whether a new sign-in would help */
function requireAdmin(ctx: RequestContext, request: Request): UserContext {
  try {
    return requireSystemAdmin(ctx);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logSecurity(ctx, 'access.denied', { status: 403, ...requestForLog(request) });
    throw data({ needsSignIn: SIGN_IN_FIELD in (error.fields ?? {}) }, { status: 403 });
  }
}

async function loadSystemData(admin: UserContext, params: URLSearchParams) {
  const { wellsSort, layersSort, recordsSort } = readAddressQuery(
    SystemDataSorts,
    params,
    Object.keys(SystemDataSorts.shape),
  );
  const { wells, layers, records } = await getSystemData(admin, {
    sorts: { wells: wellsSort, 'aro-layers': layersSort, 'accretion-records': recordsSort },
  });
  return {
    wells: { ...wells, query: queryText({ sort: wellsSort }) },
    layers: { ...layers, query: queryText({ sort: layersSort }) },
    records: { ...records, query: queryText({ sort: recordsSort }) },
  };
}

export default function Admin() {
  return <AdminPanel {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error) || error.status !== 403) return <ErrorScreen />;
  return <AccessDenied needsSignIn={error.data.needsSignIn} />;
}

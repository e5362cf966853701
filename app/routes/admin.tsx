import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { AccessDenied } from '~/components/admin/access-denied';
import { AdminPanel } from '~/components/admin/admin-panel';
import { readAdminTab, SYSTEM_SORT_PARAMS } from '~/components/admin/admin-tabs';
import { ErrorScreen } from '~/components/shell/error-screen';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';
import {
  AdminAccretionQuery,
  AdminCompanyQuery,
  AdminLayerQuery,
  AdminUserQuery,
  AdminWellQuery,
} from '~/schemas/admin';
import { companyNamesQuery, getAdminCompanies } from '~/services/company.server';
import { requireSystemAdmin } from '~/services/context.server';
import { getSystemData } from '~/services/system-data.server';
import { getAdminUsers, userNamesQuery } from '~/services/user.server';

/** Users and companies that come with the page: their rows are all drawn. */
const FIRST_ROWS = 50;

export const meta: MetaFunction = () => [{ title: 'Admin Panel – ARO System' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const query = { search: searchParams.get('search')?.slice(0, 200) || undefined, limit: FIRST_ROWS };
  const ahead = query.search
    ? context.readAhead((asking) => ({
        users: userNamesQuery(asking),
        companies: companyNamesQuery(asking),
      }))
    : undefined;
  const ctx = await context.requestContext();
  if (ctx.actor.kind !== 'user') throw data(null, { status: 404 });
  const { isAdmin, isDeleted } = ctx.actor.user;
  if (!isAdmin || isDeleted) throw data(null, { status: 403 });
  const admin = requireSystemAdmin(ctx);
  const parts = { users: null, companies: null, system: null };
  const names = await ahead;
  switch (readAdminTab(searchParams)) {
    case 'users': {
      const sort = readSort(AdminUserQuery, searchParams);
      return { ...parts, users: await getAdminUsers(admin, { ...query, sort }, names?.users) };
    }
    case 'companies': {
      const sort = readSort(AdminCompanyQuery, searchParams);
      return { ...parts, companies: await getAdminCompanies(admin, { ...query, sort }, names?.companies) };
    }
    case 'system': {
      const sorts = {
        wells: readSort(AdminWellQuery, searchParams, SYSTEM_SORT_PARAMS.wells),
        'aro-layers': readSort(AdminLayerQuery, searchParams, SYSTEM_SORT_PARAMS['aro-layers']),
        'accretion-records': readSort(
          AdminAccretionQuery,
          searchParams,
          SYSTEM_SORT_PARAMS['accretion-records'],
        ),
      };
      return { ...parts, system: await getSystemData(admin, { sorts }) };
    }
  }
}

/** The order that the address asks for. One that somebody has mistyped counts as none. */
function readSort<Query extends { sort?: string | undefined }>(
  schema: { safeParse: (input: unknown) => { success: boolean; data?: Query } },
  params: URLSearchParams,
  name = 'sort',
): Query['sort'] {
  return schema.safeParse({ sort: params.get(name) ?? undefined }).data?.sort;
}

export default function Admin() {
  return <AdminPanel {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 403 ? <AccessDenied /> : <ErrorScreen />;
}

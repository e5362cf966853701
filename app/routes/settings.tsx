import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountSettings } from '~/components/account/account-settings';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';
import { useRootData } from '~/hooks/use-root-data';
import { readSessionId } from '~/server/session-cookie.server';
import { listSessions } from '~/services/people/own-sessions.server';
import { requireAccount } from '~/services/platform/context.server';

export const meta: MetaFunction = () => [{ title: 'Account Settings · ARO System' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const ctx = await context.requestContext();
  if (ctx.actor.kind !== 'user') throw data(null, { status: 404 });
  const sessions = await listSessions(requireAccount(ctx), await readSessionId(request, ctx.env));
  // Sent by the server: browsers have different lists, and hydration must match.
  return {
    sessions,
    timezones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')],
  };
}

export default function Settings() {
  const { user } = useRootData();
  const { timezones, sessions } = useLoaderData<typeof loader>();
  return user && <AccountSettings user={user} timezones={timezones} sessions={sessions} />;
}

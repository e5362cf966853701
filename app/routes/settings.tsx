import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountSettings } from '~/components/account/account-settings';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';
import { useRootData } from '~/hooks/use-root-data';

export const meta: MetaFunction = () => [{ title: 'Account Settings – ARO System' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ context }: LoaderFunctionArgs) {
  const ctx = await context.requestContext();
  if (ctx.actor.kind !== 'user') throw data(null, { status: 404 });
  // From the server, for browsers know other lists, and both must draw the same.
  return { timezones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')] };
}

export default function Settings() {
  const { user } = useRootData();
  const { timezones } = useLoaderData<typeof loader>();
  return user && <AccountSettings user={user} timezones={timezones} />;
}

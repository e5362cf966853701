import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { ApiReference } from '~/components/reference/api-reference';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';
import { readApi } from '~/server/described-routes.server';
import { limitByAddress } from '~/server/rate-limit.server';

export const meta: MetaFunction = () => [{ title: 'API reference · ARO System' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await limitByAddress('docs', request, context);
  return readApi(context.env);
}

export default function ApiDocs() {
  return <ApiReference api={useLoaderData<typeof loader>()} />;
}

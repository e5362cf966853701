import type { MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { type ApiDescription, ApiReference } from '~/components/reference/api-reference';
import { readApi } from '~/server/described-routes.server';

export const meta: MetaFunction = () => [{ title: 'API reference – ARO System' }];

export async function loader(): Promise<ApiDescription> {
  return readApi() as Promise<unknown> as Promise<ApiDescription>;
}

export default function ApiDocs() {
  return <ApiReference api={useLoaderData<typeof loader>() as ApiDescription} />;
}

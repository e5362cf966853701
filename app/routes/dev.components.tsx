import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare';
import ComponentGallery from '~/components/dev/component-gallery';
import { NotFound } from '~/components/shell/not-found';

export const meta: MetaFunction = () => [{ title: 'Components · ARO System' }];

/** Available only in local development. */
export function loader({ context }: LoaderFunctionArgs) {
  if (context.env.ENVIRONMENT !== 'local') throw data(null, { status: 404 });
  return null;
}

export default function DevComponents() {
  return <ComponentGallery />;
}

export function ErrorBoundary() {
  return <NotFound />;
}

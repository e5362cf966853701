import { data, type MetaFunction } from '@remix-run/cloudflare';
import { NotFound } from '~/components/shell/not-found';
import { revalidateUnlessDialogOnly } from '~/hooks/revalidation';

export const meta: MetaFunction = () => [{ title: '404 Page Not Found · ARO System' }];

export const shouldRevalidate = revalidateUnlessDialogOnly;

export function loader() {
  return data(null, { status: 404 });
}

export default NotFound;

import { type LinkProps, Link as RemixLink } from '@remix-run/react';
import { forwardRef } from 'react';

/**
 * A link to another view of a page. Remix asks the server about the routes behind all links in sight, which are known here: nearly
 * all lead to `/`. Menus, which lead to other pages, use Remix's own.
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  return <RemixLink ref={ref} discover="none" {...props} />;
});

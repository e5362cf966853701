import { type LinkProps, Link as RemixLink, useLocation } from '@remix-run/react';
import { forwardRef } from 'react';

/**
 * A link to another view of a page. Remix asks the server about the routes behind all links in sight; nearly all on `/` lead to `/`
 * itself, whose route is there. Other pages ask, so that their links work when the connection is lost.
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  const { pathname } = useLocation();
  return <RemixLink ref={ref} discover={pathname === '/' ? 'none' : 'render'} {...props} />;
});

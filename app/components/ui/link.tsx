import { type LinkProps, Link as RemixLink, useLocation } from '@remix-run/react';
import { forwardRef } from 'react';

/**
 * A link to another view. Remix fetches the route manifest for every rendered link; on `/` nearly all links point to `/` itself,
 * which is already loaded, so discovery is off. Other pages keep it, so their links still work when the connection drops.
 */
export const Link = forwardRef<HTMLAnchorElement, LinkProps>(function Link(props, ref) {
  const { pathname } = useLocation();
  return <RemixLink ref={ref} discover={pathname === '/' ? 'none' : 'render'} {...props} />;
});

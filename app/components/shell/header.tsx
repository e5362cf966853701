import { useEffect } from 'react';
import { Link } from '~/components/ui/link';
import { useCompany } from '~/hooks/use-root-data';
import type { UserView } from '~/schemas/people/user';
import { Brand } from './brand';
import { CommandButton } from './command-button';
import { CompanySwitcher } from './company-switcher';
import { getDisplayName } from './person';
import { ThemeMenu } from './theme-menu';
import { UserMenu } from './user-menu';

/** BroadcastChannel on which the landing page tells other tabs, which may still show a user, that nobody is signed in. */
export const SIGNED_OUT = 'aro_signed_out';

/** Header of every page for a signed-in user. */
export function Header({ user }: { user: UserView }) {
  const company = useCompany();
  useEffect(() => {
    const tabs = new BroadcastChannel(SIGNED_OUT);
    // Reload the dashboard at its own URL, so signing in returns to it.
    tabs.onmessage = () =>
      window.location.pathname === '/' ? window.location.reload() : window.location.assign('/');
    return () => tabs.close();
  }, []);
  return (
    <header className="z-30 border-b border-line bg-surface max-sm:-top-6 [@media(min-height:30rem)]:sticky sm:top-0 print:hidden">
      {/* On a narrow screen the user's name gets its own line, which scrolls away; on wider screens names are truncated. */}
      <div className="flex flex-wrap items-center gap-x-4 px-4 pb-1.5 sm:min-h-12 sm:flex-nowrap sm:px-6 sm:py-0.5">
        <p
          className="h-6 w-full min-w-0 truncate pt-1 text-muted max-sm:text-xs sm:order-3 sm:ml-auto sm:h-auto sm:w-auto sm:max-w-80 sm:pt-0"
          title={getDisplayName(user)}
        >
          Customer: {getDisplayName(user)}
        </p>
        <Link
          to="/"
          className="inline-flex min-h-6 min-w-6 shrink-0 items-center justify-center rounded sm:order-1"
        >
          <Brand isShort />
        </Link>
        {company && (
          <div className="flex min-w-0 shrink grow basis-0 sm:order-2 sm:grow-0 sm:basis-auto">
            <CompanySwitcher current={company} companies={user.userCompanies} />
          </div>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-1 sm:order-4 sm:-ml-1.5 sm:gap-1.5">
          <CommandButton user={user} />
          <ThemeMenu />
          <UserMenu user={user} />
        </div>
      </div>
    </header>
  );
}

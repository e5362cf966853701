import { Link } from '@remix-run/react';
import { useEffect } from 'react';
import { type PageUser, useCompany } from '~/hooks/use-root-data';
import { Brand } from './brand';
import { CommandButton } from './command-button';
import { CompanySwitcher } from './company-switcher';
import { displayName } from './person';
import { ThemeMenu } from './theme-menu';
import { UserMenu } from './user-menu';

/** The channel on which the landing page tells tabs that still show a person that nobody is signed in any more. */
export const SIGNED_OUT = 'aro_signed_out';

/** The header of every page of a signed-in user. */
export function Header({ user }: { user: PageUser }) {
  const company = useCompany();
  useEffect(() => {
    const tabs = new BroadcastChannel(SIGNED_OUT);
    tabs.onmessage = () => window.location.assign('/');
    return () => tabs.close();
  }, []);
  return (
    <header className="border-b border-line bg-surface print:hidden">
      <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 sm:flex-nowrap sm:px-6">
        <Link to="/" className="inline-flex shrink-0 rounded">
          <Brand />
        </Link>
        {/* On a narrow screen company and person get lines of their own, below the menus; on others names give way. */}
        {company && (
          <div className="order-3 w-full min-w-0 sm:order-none sm:w-auto">
            <CompanySwitcher current={company} companies={user.userCompanies} />
          </div>
        )}
        <p
          className="order-4 w-full min-w-0 truncate text-muted sm:order-none sm:ml-auto sm:w-auto sm:max-w-48 sm:shrink-0 lg:max-w-80"
          title={displayName(user)}
        >
          Customer: {displayName(user)}
        </p>
        <div className="order-2 ml-auto flex shrink-0 items-center gap-1.5 sm:order-none sm:-ml-2.5">
          <CommandButton user={user} />
          <ThemeMenu />
          <UserMenu user={user} />
        </div>
      </div>
    </header>
  );
}

import { Link, useLocation, useNavigation } from '@remix-run/react';
import {
  Building2,
  Calculator,
  CalendarClock,
  FileText,
  Gauge,
  PanelLeft,
  Settings,
  ShieldCheck,
} from 'lucide-react';
import { classNames } from '~/components/ui/class-names';
import { tooltipProps } from '~/components/ui/tooltip';
import { usePreferences, useSetPreference } from '~/hooks/use-preferences';
import { type PageUser, useWriteBlock } from '~/hooks/use-root-data';

const PLACES = [
  { to: '/', label: 'Wells', icon: <Gauge /> },
  { to: '/?tab=calculate', label: 'Calculate ARO', icon: <Calculator /> },
  { to: '/?tab=accretion', label: 'Accretion', icon: <CalendarClock /> },
  { to: '/?tab=detail', label: 'ARO Detail', icon: <FileText /> },
];
const COMPANY_PLACE = { to: '/?tab=company', label: 'Company', icon: <Building2 /> };
const SETTINGS_PLACE = { to: '/settings', label: 'Settings', icon: <Settings /> };
const ADMIN_PLACE = { to: '/admin', label: 'Admin Panel', icon: <ShieldCheck /> };

const rowClass =
  'flex h-8 items-center gap-2.5 rounded-md px-2 text-muted whitespace-nowrap hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink [&_svg]:size-4 [&_svg]:shrink-0';

/** The way to every screen on a wide window, beside the dashboard's own tabs. Collapsed, it shows icons only. */
export function Sidebar({ user }: { user: PageUser }) {
  const isExpanded = usePreferences().sidebar_state;
  const isCompanyAdmin = useWriteBlock() === null;
  const setPreference = useSetPreference();
  const shown = useLocation();
  const { pathname, search } = useNavigation().location ?? shown;
  const tab = new URLSearchParams(search).get('tab');
  const here = pathname === '/' && tab && tab !== 'wells' ? `/?tab=${tab}` : pathname;
  const places = [
    ...PLACES,
    ...(isCompanyAdmin ? [COMPANY_PLACE] : []),
    SETTINGS_PLACE,
    ...(user.isAdmin ? [ADMIN_PLACE] : []),
  ];
  const toggle = isExpanded ? 'Collapse sidebar' : 'Expand sidebar';
  return (
    <nav
      aria-label="Main"
      className={classNames(
        'hidden shrink-0 border-r border-line bg-surface lg:block print:hidden',
        isExpanded ? 'w-42' : 'w-13',
      )}
    >
      <div className="sticky top-0 flex flex-col gap-0.5 p-2">
        {places.map(({ to, label, icon }) => (
          <Link
            key={to}
            to={to}
            aria-label={label}
            aria-current={to === here ? 'page' : undefined}
            className={classNames(rowClass, !isExpanded && 'justify-center')}
            {...(!isExpanded && tooltipProps(label))}
          >
            {icon}
            {isExpanded && label}
          </Link>
        ))}
        <button
          type="button"
          aria-label={toggle}
          aria-expanded={isExpanded}
          className={classNames(rowClass, 'mt-2', !isExpanded && 'justify-center')}
          {...(!isExpanded && tooltipProps(toggle))}
          onClick={() => void setPreference('sidebar_state', !isExpanded)}
        >
          <PanelLeft />
          {isExpanded && 'Collapse'}
        </button>
      </div>
    </nav>
  );
}

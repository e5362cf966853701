import * as Radix from '@radix-ui/react-tabs';
import { useLocation, useNavigation } from '@remix-run/react';
import Calculator from 'lucide-react/icons/calculator';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import ChevronRight from 'lucide-react/icons/chevron-right';
import FileText from 'lucide-react/icons/file-text';
import Gauge from 'lucide-react/icons/gauge';
import MenuIcon from 'lucide-react/icons/menu';
import PanelLeft from 'lucide-react/icons/panel-left';
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from '~/components/ui/class-names';
import { Link } from '~/components/ui/link';
import { Menu } from '~/components/ui/menu';
import { onDemand } from '~/components/ui/on-demand';
import { tooltipProps } from '~/components/ui/tooltip';
import { useMedia } from '~/hooks/use-media';
import { usePreferences, useSetPreference } from '~/hooks/use-preferences';
import { useRootData, useWriteBlock } from '~/hooks/use-root-data';
import { CloseStrip } from './close-strip';
import { type DashboardView, readDashboardView, TABS, tabAddress, workspaceMonth } from './dashboard-tabs';
import { FirstSteps } from './first-steps';
import type { Group } from './groups';

/** The screens of each group load when a menu first opens. */
const GroupMenu = onDemand(() => import('./group-menu'));

const ICONS = {
  wells: <Gauge />,
  calculate: <Calculator />,
  accretion: <CalendarClock />,
  detail: <FileText />,
};
const GROUPS: readonly Group[] = ['Reports', 'Close', 'Company', 'Account'];

const WIDE = '(min-width: 64rem)';

const rowClass =
  'flex h-8 w-full items-center gap-2.5 rounded-md px-2 text-muted whitespace-nowrap hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink [&_svg]:size-4 [&_svg]:shrink-0';
const tabClass = classNames(
  'flex items-center gap-2.5 text-muted whitespace-nowrap hover:text-ink focus-visible:-outline-offset-2 aria-selected:font-medium aria-selected:text-ink aria-[current]:font-medium aria-[current]:text-ink',
  'max-lg:-mb-px max-lg:min-h-10 max-lg:shrink-0 max-lg:border-b-2 max-lg:border-transparent max-lg:px-0.5 max-lg:aria-selected:border-accent max-lg:forced-colors:border-[color:Canvas]',
  'lg:h-8 lg:rounded-md lg:px-2 lg:hover:bg-sunken lg:aria-selected:bg-sunken lg:aria-[current]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0 max-lg:[&_svg]:hidden',
);

/**
 * Frame of every page inside a company: the navigation and the current screen. It contains the Radix root, because the tab list is
 * here and the tab panel is in the dashboard.
 */
export function NavigationFrame({ children }: { children: ReactNode }) {
  // The server renders the tabs above the page, not next to it.
  const isWide = useMedia(WIDE);
  const { view, isDashboard } = useDashboardView();
  const { firstSteps } = useRootData();
  const isCompanyAdmin = useWriteBlock() === null;
  const steps = isDashboard && view !== 'company' && isCompanyAdmin && firstSteps;
  return (
    <Radix.Root
      value={isDashboard ? view : ''}
      orientation={isWide ? 'vertical' : 'horizontal'}
      activationMode="manual"
      className="lg:flex lg:min-h-[calc(100dvh-3.0625rem)]"
    >
      <Navigation />
      <div className="min-w-0 grow">
        <CloseStrip />
        {steps && <FirstSteps done={steps} />}
        {children}
      </div>
    </Radix.Root>
  );
}

/** The current view, or the next one during a navigation, with its group; and whether the dashboard is currently on screen. */
function useDashboardView() {
  const current = useLocation();
  const { pathname, search } = useNavigation().location ?? current;
  const isDashboard = current.pathname === '/';
  const params = new URLSearchParams(search);
  const view = pathname === '/' ? readDashboardView(params) : null;
  return { view: view ?? '', group: getGroup(view, params), isDashboard };
}

/** Group to mark as current. Never Reports, because they are dialogs and the page below a dialog isn't marked. */
function getGroup(view: DashboardView | null, params: URLSearchParams): Group | null {
  if (view === null) return 'Account';
  if (view === 'company') return 'Company';
  return view === 'accretion' && workspaceMonth(params) ? 'Close' : null;
}

/** Tabs, followed by the groups of all other screens: next to the page on wide screens, above it otherwise. */
function Navigation() {
  const isExpanded = usePreferences().sidebar_state;
  const setPreference = useSetPreference();
  const { view, group, isDashboard } = useDashboardView();
  const toggleLabel = isExpanded ? 'Collapse sidebar' : 'Expand sidebar';
  /** Hides text when the sidebar shows only icons. */
  const labelClass = classNames(!isExpanded && 'lg:hidden');
  const listClass =
    'flex min-w-0 max-w-full overflow-x-auto gap-3 max-sm:gap-2 max-sm:text-xs max-sm:tracking-tight sm:gap-4 lg:flex-col lg:gap-0.5 lg:overflow-visible';
  const links = TABS.map(({ value, label }) => {
    const content = (
      <>
        {ICONS[value]}
        <span className={labelClass}>{label}</span>
      </>
    );
    const props = {
      to: tabAddress(value),
      'aria-label': label,
      className: classNames(tabClass, !isExpanded && 'lg:justify-center'),
      ...(!isExpanded && tooltipProps(label)),
    };
    return isDashboard ? (
      <Radix.Trigger key={value} value={value} asChild type={undefined} onKeyDown={clickOnSpace}>
        <Link {...props}>{content}</Link>
      </Radix.Trigger>
    ) : (
      <Link key={value} {...props} aria-current={value === view ? 'page' : undefined}>
        {content}
      </Link>
    );
  });
  return (
    <nav
      aria-label="Main"
      className={classNames(
        'max-lg:flex max-lg:items-stretch max-lg:justify-between max-lg:gap-2 max-lg:border-b max-lg:border-line max-lg:px-4 sm:max-lg:px-6',
        'lg:shrink-0 lg:border-r lg:border-line lg:bg-surface print:hidden',
        isExpanded ? 'lg:w-44' : 'lg:w-13',
      )}
    >
      <div className="flex min-w-0 lg:sticky lg:z-25 lg:top-[3.0625rem] lg:flex-col lg:gap-0.5 lg:p-2">
        {isDashboard ? (
          <Radix.List
            aria-label="Dashboard"
            className={listClass}
            // A tab is a link, so it works before hydration and in a new window, and the browser focuses it. Radix would focus it
            // by script on mousedown, which shows the keyboard focus ring.
            onMouseDownCapture={(event) => event.stopPropagation()}
          >
            {links}
          </Radix.List>
        ) : (
          <div className={listClass}>{links}</div>
        )}
        <div className="hidden flex-col gap-0.5 lg:mt-2 lg:flex lg:border-t lg:border-line lg:pt-2">
          {isExpanded ? (
            GROUPS.map((name) => (
              <Menu
                key={name}
                label={name}
                align="start"
                side="right"
                frameClassName="w-full"
                triggerClassName={rowClass}
                trigger={
                  <>
                    {/* Aligned with the tab names, which follow icons. */}
                    <span className="grow pl-6.5 text-left">{name}</span>
                    <ChevronRight />
                  </>
                }
                isCurrent={name === group}
                Panel={GroupMenu}
                groups={[name]}
              />
            ))
          ) : (
            <MoreScreens className={`${rowClass} justify-center`} side="right" />
          )}
          <button
            type="button"
            aria-label={toggleLabel}
            aria-expanded={isExpanded}
            className={classNames(rowClass, 'mt-2', !isExpanded && 'justify-center')}
            {...(!isExpanded && tooltipProps(toggleLabel))}
            onClick={() => void setPreference('sidebar_state', !isExpanded)}
          >
            <PanelLeft />
            {isExpanded && 'Collapse'}
          </button>
        </div>
      </div>
      <div className="flex shrink-0 items-center lg:hidden">
        <MoreScreens className="grid size-tap place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink [&_svg]:size-4" />
      </div>
    </nav>
  );
}

/** All groups in one menu, when there isn't room for one menu each. */
function MoreScreens({ className, side }: { className: string; side?: 'right' }) {
  return (
    <Menu
      label="More screens"
      tooltip
      align={side ? 'start' : 'end'}
      side={side}
      trigger={<MenuIcon />}
      triggerClassName={className}
      Panel={GroupMenu}
      groups={GROUPS}
    />
  );
}

/** Enter follows any link; Space also selects a tab. */
function clickOnSpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return;
  event.preventDefault();
  event.currentTarget.click();
}

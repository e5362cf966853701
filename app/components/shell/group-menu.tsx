import type { MenuItem, MenuPanelProps } from '~/components/ui/menu';
import MenuPanel from '~/components/ui/menu-panel';
import { useFormat } from '~/hooks/use-format';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import { useToday } from '~/hooks/use-today';
import { closingMonth, workspaceAddress } from './dashboard-tabs';
import { type Destination, type Group, navItemsFor } from './groups';

/** The open menu of one group, or of several groups under headings. */
export default function GroupMenu({ groups = [], ...panel }: MenuPanelProps & { groups?: readonly Group[] }) {
  const { user, closedThrough } = useRootData();
  const company = useCompany();
  const format = useFormat();
  const today = useToday();
  const month = closingMonth(closedThrough, today);
  const closing = { label: `Close of ${format.month(month)}`, to: workspaceAddress(month) };
  const items = groups.flatMap((group): MenuItem[] => {
    const destinations = user ? navItemsFor(group, user, company) : [];
    const links = (group === 'Close' && company ? [closing, ...destinations] : destinations).map(
      ({ label, to, document }: Destination): MenuItem => ({ kind: 'link', label, to, document }),
    );
    return groups.length > 1 && links.length > 0 ? [{ kind: 'heading', label: group }, ...links] : links;
  });
  return <MenuPanel {...panel} items={items} />;
}

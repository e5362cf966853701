import type { MenuItem, MenuPanelProps } from '~/components/ui/menu';
import MenuPanel from '~/components/ui/menu-panel';
import { useCompany, useRootData } from '~/hooks/use-root-data';
import { type Group, placesOf } from './groups';

/** The opened menu of one group, or of several with their names above them. */
export default function GroupMenu({ groups = [], ...panel }: MenuPanelProps & { groups?: readonly Group[] }) {
  const { user } = useRootData();
  const company = useCompany();
  const items = groups.flatMap((group): MenuItem[] => {
    const links = (user ? placesOf(group, user, company) : []).map(
      ({ label, to, document }): MenuItem => ({ kind: 'link', label, to, document }),
    );
    return groups.length > 1 && links.length > 0 ? [{ kind: 'heading', label: group }, ...links] : links;
  });
  return <MenuPanel {...panel} items={items} />;
}

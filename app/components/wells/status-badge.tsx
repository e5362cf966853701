import { Badge, type BadgeTone } from '~/components/ui/badge';
import type { WellStatus } from '~/schemas/wells/well';

const TONE: Record<WellStatus, BadgeTone> = { Active: 'green', Inactive: 'yellow', Plugged: 'red' };

export const STATUS_OPTIONS = Object.keys(TONE).map((status) => ({ value: status, label: status }));

export function StatusBadge({ status }: { status: WellStatus }) {
  return <Badge tone={TONE[status]}>{status}</Badge>;
}

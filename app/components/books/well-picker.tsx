import { Combobox } from '~/components/ui/combobox';
import type { ControlProps } from '~/components/ui/field';
import { useApi } from '~/hooks/use-api';
import type { WellSummary } from '~/schemas/wells/well-views';

const SUGGESTIONS = 20;
/** Wells to fetch when looking for an exact code, because other codes may contain it. */
const MAX_MATCHES = 1000;

export type PickedWell = Pick<WellSummary, 'id' | 'wellCode' | 'wellName'>;

/** Picks one of any number of wells by code or name. The server searches and returns a few matches. */
export function WellPicker<Well extends PickedWell>({
  control,
  value,
  onChange,
  onLookUp,
  placeholder = 'Search by well code or name',
  name,
}: {
  control: ControlProps;
  value: Well | null;
  onChange: (well: WellSummary | null) => void;
  /** See Combobox. */
  onLookUp?: (isUnderWay: boolean) => void;
  placeholder?: string;
  name?: string;
}) {
  const api = useApi();
  return (
    <Combobox<PickedWell>
      control={control}
      label="Well"
      name={name}
      value={value}
      // Only wells from the server are offered, and those are complete.
      onChange={(well) => onChange(well as WellSummary | null)}
      search={(text, signal) => {
        const params = new URLSearchParams({ limit: String(SUGGESTIONS) });
        if (text.trim()) params.set('search', text.trim());
        return api<WellSummary[]>(`/api/wells?${params}`, { signal });
      }}
      itemKey={(well) => well.id}
      itemLabel={formatWellLabel}
      findByText={async (text) => {
        const params = new URLSearchParams({ search: text, limit: String(MAX_MATCHES) });
        const wells = await api<WellSummary[]>(`/api/wells?${params}`);
        const match = wells.find(({ wellCode }) => wellCode.toLowerCase() === text.toLowerCase());
        return match ?? (wells.length === 1 ? wells[0]! : null);
      }}
      renderItem={(well) => (
        <span className="min-w-0 py-1 [overflow-wrap:anywhere]">
          <span className="font-medium">{well.wellCode}</span>
          <span className="text-muted"> - {well.wellName}</span>
        </span>
      )}
      onLookUp={onLookUp}
      placeholder={placeholder}
    />
  );
}

function formatWellLabel(well: PickedWell): string {
  return `${well.wellCode} - ${well.wellName}`;
}

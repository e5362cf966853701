import { Button } from '~/components/ui/button';

/** One-click buttons for the usual periods or as-of dates. */
export function PeriodPresets<Preset extends { label: string; endDate: string; beginDate?: string }>({
  presets,
  chosen,
  onChoose,
}: {
  presets: readonly Preset[];
  chosen: { beginDate?: string; endDate: string };
  onChoose: (dates: Omit<Preset, 'label'>) => void;
}) {
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Usual periods</legend>
      {presets.map(({ label, ...dates }) => (
        <Button
          key={label}
          size="sm"
          aria-pressed={
            dates.endDate === chosen.endDate &&
            (dates.beginDate === undefined || dates.beginDate === chosen.beginDate)
          }
          onClick={() => onChoose(dates)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

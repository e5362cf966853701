import { ActPreviewPart } from '~/components/books/act-preview';
import { Card } from '~/components/ui/card';
import { RadioGroup } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import type { Depreciation } from '~/domain/books/depreciation';
import { isSupportedDate } from '~/domain/calendar/calendar-date';
import { countOf } from '~/hooks/count-of';
import { useFormat } from '~/hooks/use-format';
import { useOpenDates } from '~/hooks/use-open-dates';
import { usePreview } from '~/hooks/use-preview';
import type { SettingsPreview } from '~/schemas/books/posting';

const METHODS: { value: Depreciation; label: string; help: string }[] = [
  {
    value: 'none',
    label: 'Kept elsewhere',
    help: 'The asset retirement cost stays as recognized here. Your fixed-asset system depreciates it.',
  },
  {
    value: 'straight-line',
    label: 'Straight-line',
    help: 'Each well’s cost is spread evenly through its retirement date. Depreciation posts with accretion.',
  },
  {
    value: 'units-of-production',
    label: 'Units of production',
    help: 'Each month-end depreciates the remaining cost at the field’s depletion rate.',
  },
];

export type DepreciationChoice = { depreciation: Depreciation; depreciationFrom: string | null };

/** Previews what saving the choice would post. No request while the choice is unchanged or incomplete. */
export function useSwitchPreview({
  saved,
  chosen,
  companyId,
}: {
  saved: DepreciationChoice;
  chosen: DepreciationChoice;
  companyId: string;
}) {
  const { depreciation, depreciationFrom } = chosen;
  const isRequested =
    isSwitched(saved, chosen) && depreciation !== 'none' && isSupportedDate(depreciationFrom ?? '');
  const preview = usePreview<SettingsPreview>(
    isRequested
      ? {
          method: 'PUT',
          path: `/api/companies/${companyId}/settings?preview=true`,
          body: { depreciation, depreciationFrom },
        }
      : null,
  );
  return { ...preview, isRequested };
}

/** Depreciation method of the company. A change is previewed to the cent, with its catch-up posting, before it is saved. */
export function DepreciationSettings({
  saved,
  chosen,
  preview,
  errors,
  onChange,
}: {
  saved: DepreciationChoice;
  chosen: DepreciationChoice;
  preview: ReturnType<typeof useSwitchPreview>;
  errors: Record<string, string[]>;
  onChange: (chosen: DepreciationChoice) => void;
}) {
  const dates = useOpenDates();
  const { depreciation, depreciationFrom } = chosen;
  const isOn = depreciation !== 'none';
  const isChanged = isSwitched(saved, chosen);
  const from = depreciationFrom ?? '';
  return (
    <Card
      title="Depreciation"
      description="How the asset retirement cost is depreciated, from a date you choose. Depreciation already posted doesn’t change."
    >
      <div className="flex flex-col gap-4">
        <RadioGroup
          legend="Depreciation"
          hideLegend
          name="depreciation"
          choices={METHODS}
          value={depreciation}
          onChange={(method) => onChange({ ...chosen, depreciation: method })}
        />
        {isOn && (
          <Field
            label="From"
            required
            help="All depreciation through this date is posted on it, or on the next open day."
            errors={errors.depreciationFrom}
          >
            {(control) => (
              <Input
                {...control}
                name="depreciationFrom"
                type="date"
                max={dates.lastDate}
                className="w-44"
                value={from}
                onChange={(event) => onChange({ ...chosen, depreciationFrom: event.target.value || null })}
              />
            )}
          </Field>
        )}
        {preview.isRequested && (
          <section aria-label="What saving will post" className="flex flex-col gap-1">
            <h3 className="font-medium">What saving will post</h3>
            <ActPreviewPart
              preview={preview.data}
              error={preview.error}
              isLoading={preview.isLoading}
              onRetry={preview.refresh}
            />
            {preview.data && !preview.error && <BelowZeroNote wells={preview.data.assetsBelowZero} />}
          </section>
        )}
        {isChanged && !isOn && (
          <p className="text-muted">Depreciation stops. What is already posted doesn’t change.</p>
        )}
      </div>
    </Card>
  );
}

/** There are rarely more; the rest are only counted. */
const MAX_NAMED_WELLS = 5;

function BelowZeroNote({ wells }: { wells: SettingsPreview['assetsBelowZero'] }) {
  const format = useFormat();
  if (wells.length === 0) return null;
  const namedWells = wells
    .slice(0, MAX_NAMED_WELLS)
    .map(({ wellCode, net }) => `${wellCode} ${format.money(net)}`);
  const remainingCount = wells.length - namedWells.length;
  return (
    <Note
      tone="warning"
      title={`The net asset of ${countOf(wells.length, 'well', format)} would be below zero`}
      className="mt-2"
    >
      {namedWells.join(', ')}
      {remainingCount > 0 && `, and ${countOf(remainingCount, 'more well', format)}`}.{' '}
      {wells.length === 1 ? 'Its' : 'Their'} decreases exceed the asset remaining after depreciation. Reverse
      these decreases, save the settings, and post the decreases again. They then go to profit or loss once
      the asset is used up.
    </Note>
  );
}

/** True when saving would change how the company depreciates. */
export function isSwitched(
  saved: DepreciationChoice,
  { depreciation, depreciationFrom }: DepreciationChoice,
) {
  if (depreciation === 'none') return saved.depreciation !== 'none';
  return depreciation !== saved.depreciation || depreciationFrom !== saved.depreciationFrom;
}

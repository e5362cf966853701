import { AmountField } from '~/components/books/act-fields';
import { Card } from '~/components/ui/card';
import type { CompanySettingsView } from '~/schemas/people/people-views';

type Amounts = Pick<CompanySettingsView, 'reasonAbove' | 'fileAbove'>;

/** Thresholds above which the company requires a reason or a file. A blank threshold requires none. */
export function EvidenceSettings({
  settings,
  errors,
  onChange,
}: {
  settings: Amounts;
  errors: Record<string, string[]>;
  onChange: (changes: Partial<Amounts>) => void;
}) {
  return (
    <Card
      title="Reasons and Files"
      description="Requirements for revisions, settlements and sales above an amount. A posting’s amount is the change in liability, or the cost or proceeds if larger, as the total of its wells’ absolute amounts."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          label="Ask for a Reason Above"
          name="reasonAbove"
          help="Leave blank if never required. Initial layers and reversals don’t count."
          value={settings.reasonAbove ?? ''}
          errors={errors.reasonAbove}
          onChange={(text) => onChange({ reasonAbove: text === '' ? null : text })}
        />
        <AmountField
          label="Ask for a File Above"
          name="fileAbove"
          help="Leave blank if never required. Otherwise a month closes only when each of its postings above this amount has a file."
          value={settings.fileAbove ?? ''}
          errors={errors.fileAbove}
          onChange={(text) => onChange({ fileAbove: text === '' ? null : text })}
        />
      </div>
    </Card>
  );
}

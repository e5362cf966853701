import { AmountField } from '~/components/books/act-fields';
import { Card } from '~/components/ui/card';
import type { CompanySettingsView } from '~/schemas/platform/views';

type Amounts = Pick<CompanySettingsView, 'reasonAbove' | 'fileAbove'>;

/** The amounts above which the company asks for a reason, and for a file. Blank asks for none. */
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
      description="What revisions, settlements and sales need above an amount: what one posting changes of the liability, each well without its sign."
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <AmountField
          label="Ask for a Reason Above"
          name="reasonAbove"
          help="Blank: never. Initial layers and reversals don’t count."
          value={settings.reasonAbove ?? ''}
          errors={errors.reasonAbove}
          onChange={(text) => onChange({ reasonAbove: text === '' ? null : text })}
        />
        <AmountField
          label="Ask for a File Above"
          name="fileAbove"
          help="Blank: never. A month closes once each of its postings above this has a file."
          value={settings.fileAbove ?? ''}
          errors={errors.fileAbove}
          onChange={(text) => onChange({ fileAbove: text === '' ? null : text })}
        />
      </div>
    </Card>
  );
}

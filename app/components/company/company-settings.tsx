import { type FormEvent, useEffect, useRef, useState } from 'react';
import { METHOD_CHOICES } from '~/components/books/accretion-methods';
import { findReverseAction } from '~/components/books/reverse-offer';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { RadioGroup } from '~/components/ui/choice';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Note } from '~/components/ui/note';
import { Select } from '~/components/ui/select';
import { failureText, getFieldErrors, isConflict, isStale } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { useLeaveWarning } from '~/hooks/use-leave-warning';
import { useCompany } from '~/hooks/use-root-data';
import type { CompanySettingsView } from '~/schemas/people/people-views';
import { DepletionRates } from './depletion-rates';
import { DepreciationSettings, isSwitched, useSwitchPreview } from './depreciation-settings';
import { EvidenceSettings } from './evidence-settings';
import { JournalAccounts } from './journal-accounts';
import { RateTables } from './rate-tables';

import {
  APPROVAL_CHOICES,
  CHANGE_BASIS_CHOICES,
  DOWNWARD_RATE_CHOICES,
  FILE_SETTINGS,
  FIXED_COLUMNS,
  MONTH_CHOICES,
  MONTH_END_CHOICES,
  SETTLEMENT_DIFFERENCE_CHOICES,
  SETTLEMENT_ORDER_CHOICES,
  TIE_OUT_CHOICES,
} from './setting-choices';

/** Accounting and journal settings of the company. */
export function CompanySettings({ page, fields }: { page: CompanySettingsView; fields: string[] }) {
  const companyId = useCompany()?.id ?? '';
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      <SettingsForm key={companyId} page={page} fields={fields} companyId={companyId} />
      <RateTables companyId={companyId} />
      {page.depreciation === 'units-of-production' && <DepletionRates companyId={companyId} />}
    </div>
  );
}

function SettingsForm({
  page,
  fields,
  companyId,
}: {
  page: CompanySettingsView;
  fields: string[];
  companyId: string;
}) {
  const { run, pending } = useMutation({
    failure: 'Failed to update company settings',
    success: 'Company settings updated successfully',
  });
  /**
   * Version the edits are based on. A newer page is adopted only once there are no edits; saving before that is rejected as stale.
   */
  const [base, setBase] = useState(page);
  const saved = withoutVersion(base);
  const [settings, setSettings] = useState(saved);
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  // Move focus to the first error, because the form is several screens long and Save is at its end.
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const isChanged = JSON.stringify(settings) !== JSON.stringify(saved);
  const errors = getFieldErrors(failure);
  const format = useFormat();
  const preview = useSwitchPreview({ saved, chosen: settings, companyId });
  const postingCount = preview.isRequested ? (preview.data?.postings.length ?? 0) : 0;
  useLeaveWarning(isChanged);

  const show = (next: CompanySettingsView) => {
    setBase(next);
    setSettings(withoutVersion(next));
    setFailure(null);
  };
  const latest = page.version > base.version ? page : base;
  if (!isChanged && latest !== base) show(latest);

  const setText = (name: keyof typeof settings.journal, text: string) =>
    setSettings({ ...settings, journal: { ...settings.journal, [name]: text } });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (preview.blockedBecause) return;
    setFailure(null);
    const previewData = preview.isRequested ? preview.data : null;
    const outcome = await run(
      async (api) => {
        const updated = await api<CompanySettingsView>(`/api/companies/${companyId}/settings`, {
          method: 'PUT',
          body: isSwitched(saved, settings) ? settings : withoutDepreciation(settings),
          ifVersion: base.version,
          reviewed: previewData?.reviewed,
        });
        setBase(updated);
        // Keep anything typed while the request was pending.
        setSettings((current) => (current === settings ? withoutVersion(updated) : current));
        if (previewData?.postings.length)
          return findReverseAction(api, { kind: 'depreciation' }, { tab: 'accretion' });
      },
      null,
      (action) => ({ action }),
    );
    if (outcome.ok) return;
    setFailure(outcome.error);
    if (isConflict(outcome.error)) preview.refresh();
  };

  const textInput = (name: keyof typeof settings.journal) => ({
    name,
    value: settings.journal[name],
    maxLength: 100,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setText(name, event.target.value),
  });

  return (
    <form ref={form} noValidate onSubmit={submit} className="flex max-w-4xl flex-col gap-4">
      <Card
        title="Accretion Method"
        description="Applies to future postings. Accretion already posted doesn’t change."
      >
        <RadioGroup
          legend="Accretion Method"
          hideLegend
          name="accretionMethod"
          choices={METHOD_CHOICES}
          value={settings.accretionMethod}
          onChange={(accretionMethod) => setSettings({ ...settings, accretionMethod })}
        />
      </Card>
      <DepreciationSettings
        saved={saved}
        chosen={settings}
        preview={preview}
        errors={errors}
        onChange={({ depreciation, depreciationFrom }) =>
          setSettings({ ...settings, depreciation, depreciationFrom })
        }
      />
      <Card
        title="Settlements"
        description="Applies to future settlements. Settlements already posted don’t change."
      >
        <div className="grid gap-6 md:grid-cols-2">
          <RadioGroup
            legend="Layers relieved"
            name="settlementOrder"
            choices={SETTLEMENT_ORDER_CHOICES}
            value={settings.settlementOrder}
            onChange={(settlementOrder) => setSettings({ ...settings, settlementOrder })}
          />
          <RadioGroup
            legend="Difference between relief and cost"
            name="settlementDifference"
            choices={SETTLEMENT_DIFFERENCE_CHOICES}
            value={settings.settlementDifference}
            onChange={(settlementDifference) => setSettings({ ...settings, settlementDifference })}
          />
        </div>
      </Card>
      <Card
        title="Changes in Estimate"
        description="What a new estimate is compared with, and the rates that Revise Estimates uses for a decrease when the row has none."
      >
        <div className="grid gap-6 md:grid-cols-2">
          <RadioGroup
            legend="A new estimate is compared with"
            name="changeBasis"
            choices={CHANGE_BASIS_CHOICES}
            value={settings.changeBasis}
            onChange={(changeBasis) => setSettings({ ...settings, changeBasis })}
          />
          <RadioGroup
            legend="Rates of a decrease"
            name="downwardRate"
            choices={DOWNWARD_RATE_CHOICES}
            value={settings.downwardRate}
            onChange={(downwardRate) => setSettings({ ...settings, downwardRate })}
          />
        </div>
      </Card>
      <Card
        title="Closing a Month"
        description="Requirements for a close, besides posted accretion and books that check out."
      >
        <div className="grid gap-6 md:grid-cols-2">
          <RadioGroup
            legend="Approval"
            name="approval"
            choices={APPROVAL_CHOICES}
            value={settings.approval}
            onChange={(approval) => setSettings({ ...settings, approval })}
          />
          <RadioGroup
            legend="Tie-out to the general ledger"
            name="tieOut"
            choices={TIE_OUT_CHOICES}
            value={settings.tieOut}
            onChange={(tieOut) => setSettings({ ...settings, tieOut })}
          />
          <RadioGroup
            legend="Month-end run"
            name="monthEnd"
            choices={MONTH_END_CHOICES}
            value={settings.monthEnd}
            onChange={(monthEnd) => setSettings({ ...settings, monthEnd })}
          />
        </div>
      </Card>
      <Card
        title="Fiscal Year"
        description="Sets the quarters and years that reports and the accretion form offer, and the date this year’s change starts from. Posted amounts don’t change."
      >
        <Field label="Last month of the year" className="max-w-60" errors={errors.fiscalYearEnd}>
          {(control) => (
            <Select
              {...control}
              name="fiscalYearEnd"
              value={String(settings.fiscalYearEnd)}
              options={MONTH_CHOICES}
              onChange={(event) => setSettings({ ...settings, fiscalYearEnd: Number(event.target.value) })}
            />
          )}
        </Field>
      </Card>
      <EvidenceSettings
        settings={settings}
        errors={errors}
        onChange={(changes) => setSettings({ ...settings, ...changes })}
      />
      <JournalAccounts
        fields={fields}
        journal={settings.journal}
        fieldAccounts={settings.fieldAccounts}
        errors={errors}
        onChange={(changes) => setSettings({ ...settings, ...changes })}
      />
      <Card
        title="Voucher Columns"
        description="Optional. Values entered here fill these columns on every row of the journal entries export. Leave blank to export an empty column."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {FIXED_COLUMNS.map(({ name, label, type }) => (
            <Field key={name} label={label} errors={errors[`journal.${name}`] ?? errors[name]}>
              {(control) => <Input {...control} {...textInput(name)} type={type} />}
            </Field>
          ))}
        </div>
      </Card>
      <Card
        title="Files for Other Ledgers"
        description="Additional values that some journal layouts require. If a ledger has no subaccounts, enter none as the subaccount."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          {FILE_SETTINGS.map(({ name, label, help }) => (
            <Field key={name} label={label} help={help} errors={errors[`journal.${name}`]}>
              {(control) => <Input {...control} {...textInput(name)} />}
            </Field>
          ))}
        </div>
      </Card>
      {failure != null && <SaveProblem failure={failure} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          variant="primary"
          pending={pending}
          disabledReason={isChanged ? preview.blockedBecause : 'No changes to save'}
        >
          {postingCount > 0
            ? `Save Settings and Post ${countOf(postingCount, 'Posting', format)}`
            : 'Save Settings'}
        </Button>
        <Button disabledReason={isChanged ? null : 'No changes to save'} onClick={() => show(latest)}>
          Discard Changes
        </Button>
        {isChanged && <p className="text-muted">Unsaved changes</p>}
      </div>
    </form>
  );
}

function withoutVersion({ version: _, ...settings }: CompanySettingsView) {
  return settings;
}

/** Omits unchanged depreciation, so the server doesn't need to read the books. */
function withoutDepreciation({
  depreciation: _,
  depreciationFrom: __,
  ...remaining
}: Omit<CompanySettingsView, 'version'>) {
  return remaining;
}

function SaveProblem({ failure }: { failure: unknown }) {
  return (
    <Note tone="danger" title={failureText(failure, 'Failed to update company settings')}>
      {isStale(failure) && (
        <>
          <p>Nothing was saved. Your changes are still on screen. Reload to see the current settings.</p>
          <Button className="mt-2" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </>
      )}
    </Note>
  );
}

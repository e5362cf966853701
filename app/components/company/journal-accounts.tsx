import { useState } from 'react';
import { Card } from '~/components/ui/card';
import { Field } from '~/components/ui/field';
import { Input } from '~/components/ui/input';
import { Select } from '~/components/ui/select';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import {
  ACCOUNT_SETTINGS,
  type AccountSetting,
  DEFAULT_JOURNAL_SETTINGS,
  type FieldAccounts,
} from '~/domain/books/journal';
import type { CompanySettingsView } from '~/schemas/people/people-views';

const ACCOUNTS = [
  { label: 'ARO Asset', main: 'assetMain', sub: 'assetSub' },
  { label: 'ARO Liability', main: 'liabilityMain', sub: 'liabilitySub' },
  { label: 'Accretion Expense', main: 'expenseMain', sub: 'expenseSub' },
  { label: 'Depreciation Expense', main: 'depreciationMain', sub: 'depreciationSub' },
  { label: 'Accumulated Depreciation', main: 'accumulatedMain', sub: 'accumulatedSub' },
  { label: 'Settlement Clearing', main: 'clearingMain', sub: 'clearingSub' },
  { label: 'Gain or Loss on Settlement', main: 'settlementMain', sub: 'settlementSub' },
  { label: 'Gain or Loss on Disposal', main: 'disposalMain', sub: 'disposalSub' },
  { label: 'Full-Cost Pool', main: 'poolMain', sub: 'poolSub' },
] as const satisfies readonly { label: string; main: AccountSetting; sub: AccountSetting }[];

type Settings = Pick<CompanySettingsView, 'journal' | 'fieldAccounts'>;

/** The company's journal accounts, and overrides for individual fields. */
export function JournalAccounts({
  fields,
  journal,
  fieldAccounts,
  errors,
  onChange,
}: Settings & {
  fields: string[];
  errors: Record<string, string[]>;
  onChange: (changes: Partial<Settings>) => void;
}) {
  /** Field whose accounts are shown; blank for the company's. */
  const [field, setField] = useState('');
  const index = fieldAccounts.findIndex((accounts) => accounts.field === field);
  const overrides: Partial<FieldAccounts> = fieldAccounts[index] ?? {};

  const change = (name: AccountSetting, text: string) => {
    if (field === '') return onChange({ journal: { ...journal, [name]: text } });
    const changed = { ...overrides, field, [name]: text };
    const hasOverrides = ACCOUNT_SETTINGS.some((setting) => changed[setting]);
    const otherAccounts = fieldAccounts.filter((accounts) => accounts.field !== field);
    onChange({ fieldAccounts: hasOverrides ? [...otherAccounts, changed] : otherAccounts });
  };
  const problemOf = (name: AccountSetting) =>
    errors[field === '' ? `journal.${name}` : `fieldAccounts.${index}.${name}`]?.[0];

  return (
    <Card
      title="Journal Accounts"
      description="Written into the journal entries export. A layer debits the asset and credits the liability; accretion debits the expense and credits the liability; depreciation debits its expense and credits accumulated depreciation; a settlement debits the liability, credits the clearing account that invoices were booked to, and takes the difference to gain or loss or to the pool."
    >
      <div className="flex flex-col gap-4">
        {fields.length > 0 && (
          <Field
            label="Accounts of"
            className="max-w-sm"
            help={field === '' ? undefined : 'A blank account uses the company’s, shown in gray.'}
          >
            {(control) => (
              <Select
                {...control}
                value={field}
                onChange={(event) => setField(event.target.value)}
                options={fieldOptions(fields, fieldAccounts)}
              />
            )}
          </Field>
        )}
        <TableFrame label="Journal Accounts">
          <Table aria-label="Journal Accounts">
            <thead>
              <tr>
                <Th>Account</Th>
                <Th className="w-2/5">Main Account</Th>
                <Th className="w-2/5">Subaccount</Th>
              </tr>
            </thead>
            <tbody>
              {ACCOUNTS.map(({ label, main, sub }) => (
                <tr key={label}>
                  <th scope="row" className="border-b border-line px-3 py-1 text-left font-medium">
                    {label}
                  </th>
                  {[[main, `${label}, main account`] as const, [sub, `${label}, subaccount`] as const].map(
                    ([name, inputLabel]) => (
                      <Td key={name}>
                        <Input
                          name={name}
                          aria-label={field === '' ? inputLabel : `${inputLabel} of ${field}`}
                          value={(field === '' ? journal[name] : overrides[name]) ?? ''}
                          maxLength={100}
                          autoComplete="off"
                          onChange={(event) => change(name, event.target.value)}
                          placeholder={
                            (field !== '' && journal[name].trim()) || DEFAULT_JOURNAL_SETTINGS[name]
                          }
                          className="figures"
                          aria-invalid={problemOf(name) ? true : undefined}
                          aria-describedby={problemOf(name) ? `${name}-problem` : undefined}
                        />
                        {problemOf(name) && (
                          <p id={`${name}-problem`} className="text-xs text-danger">
                            {problemOf(name)}
                          </p>
                        )}
                      </Td>
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </Table>
        </TableFrame>
      </div>
    </Card>
  );
}

/** All fields of wells, plus those that have accounts but no wells anymore. */
function fieldOptions(fields: readonly string[], fieldAccounts: readonly FieldAccounts[]) {
  const fieldsWithAccounts = new Set(fieldAccounts.map(({ field }) => field));
  const names = [...new Set([...fields, ...fieldsWithAccounts])];
  return [
    { value: '', label: 'All fields' },
    ...names.map((name) => ({
      value: name,
      label: fieldsWithAccounts.has(name) ? `${name} (own accounts)` : name,
    })),
  ];
}

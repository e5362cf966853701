import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { Field } from '~/components/ui/field';
import { Select } from '~/components/ui/select';
import {
  CURRENCIES,
  DATE_FORMATS,
  type DateFormat,
  LANGUAGES,
  type Language,
  type Preferences,
} from '~/hooks/preferences';
import { recordWrite } from '~/hooks/revalidation';
import { deletePreferences } from '~/hooks/save-preference';
import { useApi } from '~/hooks/use-api';
import { formatFor, useFormat } from '~/hooks/use-format';
import { forgetChoices, usePreferences, useSetPreference } from '~/hooks/use-preferences';
import { useRootData } from '~/hooks/use-root-data';

const LANGUAGE_NAMES: Record<Language, string> = {
  'en-US': 'English (United States)',
  'en-GB': 'English (United Kingdom)',
  'en-CA': 'English (Canada)',
  'de-DE': 'German (Germany)',
  'es-ES': 'Spanish (Spain)',
  'fr-FR': 'French (France)',
  'nb-NO': 'Norwegian (Norway)',
  'pt-BR': 'Portuguese (Brazil)',
};
const CURRENCY_NAMES: Record<string, string> = {
  USD: 'US dollar',
  CAD: 'Canadian dollar',
  AUD: 'Australian dollar',
  EUR: 'Euro',
  GBP: 'Pound sterling',
  NOK: 'Norwegian krone',
  BRL: 'Brazilian real',
  MXN: 'Mexican peso',
};

const KEYS = ['language', 'timezone', 'date_format', 'currency'] as const;

/** A date whose day and month can't be confused, and an amount with both separators. */
const SAMPLE = { date: '2026-01-31', instant: '2026-01-31T23:30:00.000Z', amount: '1234567.89' };

/** Formats for dates, times and amounts. Each choice takes effect immediately. */
export function DisplayPreferences({ timezones }: { timezones: string[] }) {
  const preferences = usePreferences();
  const setPreference = useSetPreference();
  const set =
    <Key extends keyof Preferences>(key: Key) =>
    (event: { target: { value: string } }) =>
      void setPreference(key, event.target.value as Preferences[Key]);
  return (
    <Card
      title="Display Preferences"
      description="How dates, times and amounts appear to you. Stored data doesn’t change."
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Region" help="Sets number and date formats. The app stays in English.">
            {(control) => (
              <Select
                {...control}
                value={preferences.language}
                onChange={set('language')}
                options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
              />
            )}
          </Field>
          <Field
            label="Time zone"
            help="Used for timestamps. Accounting dates (calculation date, period end) don’t shift."
          >
            {(control) => (
              <Select
                {...control}
                value={preferences.timezone}
                onChange={set('timezone')}
                options={[...new Set([...timezones, preferences.timezone])].map((timezone) => ({
                  value: timezone,
                  label: timezone.replaceAll('_', ' '),
                }))}
              />
            )}
          </Field>
          <Field label="Date format">
            {(control) => (
              <Select
                {...control}
                value={preferences.date_format}
                onChange={set('date_format')}
                options={DATE_FORMATS.map((pattern) => ({
                  value: pattern,
                  label: dateFormatLabel(pattern, preferences),
                }))}
              />
            )}
          </Field>
          <Field label="Currency" help="Changes the symbol only. Amounts are not converted.">
            {(control) => (
              <Select
                {...control}
                value={preferences.currency}
                onChange={set('currency')}
                options={currencyOptions(preferences.currency)}
              />
            )}
          </Field>
        </div>
        <Sample />
        <Reset />
      </div>
    </Card>
  );
}

/** Includes the saved currency even if it isn't in the list. */
function currencyOptions(current: string) {
  const codes = CURRENCIES.includes(current) ? CURRENCIES : [...CURRENCIES, current];
  return codes.map((code) => ({
    value: code,
    label: CURRENCY_NAMES[code] ? `${CURRENCY_NAMES[code]} (${code})` : code,
  }));
}

function dateFormatLabel(pattern: DateFormat, preferences: Preferences): string {
  const sample = formatFor({ ...preferences, date_format: pattern }).date(SAMPLE.date);
  return pattern === 'locale' ? `Region default (${sample})` : `${sample}  –  ${pattern}`;
}

function Sample() {
  const format = useFormat();
  const samples = [
    { name: 'Date', text: format.date(SAMPLE.date) },
    // Some time zone names are wider than a phone's screen.
    { name: 'Time', text: format.instant(SAMPLE.instant), wraps: true },
    { name: 'Amount', text: format.currency(SAMPLE.amount) },
    { name: 'Negative amount', text: format.currency(`-${SAMPLE.amount}`) },
  ];
  return (
    <dl aria-label="Sample" className="grid gap-x-6 gap-y-1 rounded-md bg-sunken px-3 py-2.5 sm:grid-cols-2">
      {samples.map(({ name, text, wraps }) => (
        <div key={name} className="flex min-w-0 flex-wrap justify-between gap-x-3">
          <dt className="text-muted">{name}</dt>
          <dd
            className={wraps ? 'ml-auto min-w-0 text-right tabular-nums [overflow-wrap:anywhere]' : 'figures'}
          >
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Deletes the saved preferences, so the defaults apply again. */
function Reset() {
  const { savedPreferences } = useRootData();
  const api = useApi();
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  const saved = KEYS.filter((key) => savedPreferences.includes(key));
  const reset = async () => {
    setPending(true);
    if (await deletePreferences(api, saved)) forgetChoices(saved);
    recordWrite();
    revalidate();
    setPending(false);
  };
  return (
    <div>
      <Button
        pending={pending}
        disabledReason={saved.length === 0 ? 'Already using the defaults' : null}
        onClick={() => void reset()}
      >
        Reset to Defaults
      </Button>
    </div>
  );
}

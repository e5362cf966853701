export type Theme = 'light' | 'dark' | 'system';

/** Number, date and time formats by language. Texts are in English only. `hasNoon`: 12-hour clock with AM and PM. */
const LOCALES = {
  'en-US': { group: ',', decimal: '.', date: 'MMM D, YYYY', symbolLast: false, hasNoon: true },
  'en-GB': { group: ',', decimal: '.', date: 'D MMM YYYY', symbolLast: false, hasNoon: false },
  'en-CA': { group: ',', decimal: '.', date: 'YYYY-MM-DD', symbolLast: false, hasNoon: true },
  'de-DE': { group: '.', decimal: ',', date: 'DD.MM.YYYY', symbolLast: true, hasNoon: false },
  'es-ES': { group: '.', decimal: ',', date: 'DD/MM/YYYY', symbolLast: true, hasNoon: false },
  'fr-FR': { group: '\u202f', decimal: ',', date: 'DD/MM/YYYY', symbolLast: true, hasNoon: false },
  'nb-NO': { group: '\u00a0', decimal: ',', date: 'DD.MM.YYYY', symbolLast: true, hasNoon: false },
  'pt-BR': { group: '.', decimal: ',', date: 'DD/MM/YYYY', symbolLast: false, hasNoon: false },
} as const;

const SYMBOLS: Record<string, string> = {
  USD: '$',
  CAD: 'CA$',
  AUD: 'A$',
  EUR: '€',
  GBP: '£',
  NOK: 'kr',
  BRL: 'R$',
  MXN: 'MX$',
};

/** `locale` is the language's own format. */
export const DATE_FORMATS = ['locale', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'] as const;

export type Language = keyof typeof LOCALES;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const LANGUAGES = Object.keys(LOCALES) as Language[];
export const CURRENCIES = Object.keys(SYMBOLS);

/**
 * A user's effective preferences, under the API's keys. The API accepts more languages than these formats cover.
 * schemas/people/preference.ts defines what it accepts, but is too large for the first load.
 */
export type Preferences = {
  theme: Theme;
  /** True when the sidebar is expanded. */
  sidebar_state: boolean;
  language: Language;
  timezone: string;
  date_format: DateFormat;
  currency: string;
};

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  sidebar_state: true,
  language: 'en-US',
  timezone: 'UTC',
  date_format: 'locale',
  currency: 'USD',
};

export type SavedPreference = { preferenceKey: string; preferenceValue: unknown };

/** Converts a saved value to a supported one, or to undefined. */
const PARSERS: { [Key in keyof Preferences]: (value: unknown) => Preferences[Key] | undefined } = {
  theme: (value) => (['light', 'dark', 'system'] as const).find((theme) => theme === value),
  sidebar_state: (value) => (typeof value === 'boolean' ? value : undefined),
  language: (value) => closestLanguage(String(value)),
  timezone: (value) => (isTimezone(value) ? value : undefined),
  date_format: (value) => DATE_FORMATS.find((pattern) => pattern === value),
  currency: (value) => (/^[A-Z]{3}$/.test(String(value)) ? String(value) : undefined),
};

/** Saved values override this browser's values, which override the defaults. */
export function readPreferences(saved: readonly SavedPreference[], local: Partial<Preferences>): Preferences {
  const preferences: Record<string, unknown> = { ...DEFAULT_PREFERENCES, ...local };
  for (const { preferenceKey: key, preferenceValue } of saved) {
    const value = Object.hasOwn(PARSERS, key)
      ? PARSERS[key as keyof Preferences](preferenceValue)
      : undefined;
    if (value !== undefined) preferences[key] = value;
  }
  return preferences as Preferences;
}

/** The same language if supported, otherwise one for another region: de-DE for de-AT. */
export function closestLanguage(tag: string): Language | undefined {
  const languageCode = (language: string) => language.slice(0, 2).toLowerCase();
  return (
    LANGUAGES.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
    LANGUAGES.find((language) => languageCode(language) === languageCode(tag))
  );
}

export function localeOf({ language }: Pick<Preferences, 'language'>) {
  return LOCALES[language];
}

export function currencySymbol({ currency }: Pick<Preferences, 'currency'>): string {
  return SYMBOLS[currency] ?? currency;
}

function isTimezone(value: unknown): value is string {
  try {
    return typeof value === 'string' && Boolean(new Intl.DateTimeFormat('en-US', { timeZone: value }));
  } catch {
    return false;
  }
}

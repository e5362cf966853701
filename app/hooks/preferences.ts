export type Theme = 'light' | 'dark' | 'system';

/** How numbers, dates and times are written in each language, the only one of the texts being English. `hasNoon`: with AM and PM. */
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

/** `locale` is the language's own. */
export const DATE_FORMATS = ['locale', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'] as const;

export type Language = keyof typeof LOCALES;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const LANGUAGES = Object.keys(LOCALES) as Language[];
export const CURRENCIES = Object.keys(SYMBOLS);

/**
 * What is in force for a person, under the keys that the calls know. The calls take more languages than can be written
 * here; schemas/people/preference.ts, which says what they take, is too much for a first load.
 */
export type Preferences = {
  theme: Theme;
  /** Whether the sidebar is expanded. */
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

/** Makes of a saved value one that can be shown, or undefined of what is none of ours. */
const READ: { [Key in keyof Preferences]: (value: unknown) => Preferences[Key] | undefined } = {
  theme: (value) => (['light', 'dark', 'system'] as const).find((theme) => theme === value),
  sidebar_state: (value) => (typeof value === 'boolean' ? value : undefined),
  language: (value) => closestLanguage(String(value)),
  timezone: (value) => (isTimezone(value) ? value : undefined),
  date_format: (value) => DATE_FORMATS.find((pattern) => pattern === value),
  currency: (value) => (/^[A-Z]{3}$/.test(String(value)) ? String(value) : undefined),
};

/** The saved values over those of this browser over the defaults. */
export function readPreferences(saved: readonly SavedPreference[], local: Partial<Preferences>): Preferences {
  const preferences: Record<string, unknown> = { ...DEFAULT_PREFERENCES, ...local };
  for (const { preferenceKey: key, preferenceValue } of saved) {
    const value = Object.hasOwn(READ, key) ? READ[key as keyof Preferences](preferenceValue) : undefined;
    if (value !== undefined) preferences[key] = value;
  }
  return preferences as Preferences;
}

/** Of the languages at hand the same one, or one that is spoken elsewhere: de-DE for de-AT. */
export function closestLanguage(tag: string): Language | undefined {
  const spoken = (language: string) => language.slice(0, 2).toLowerCase();
  return (
    LANGUAGES.find((language) => language.toLowerCase() === tag.toLowerCase()) ??
    LANGUAGES.find((language) => spoken(language) === spoken(tag))
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

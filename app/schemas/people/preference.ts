import { z } from 'zod';
import { id, instant } from '~/schemas/platform/answer';

const THEMES = ['light', 'dark', 'system'] as const;

/** Date formats; `locale` follows the user's language. */
const DATE_FORMATS = ['locale', 'YYYY-MM-DD', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY'] as const;

/** Schema of each preference's value. */
export const PREFERENCE_VALUES = {
  theme: z.enum(THEMES, 'Theme must be light, dark or system'),
  /** True if the sidebar is expanded. */
  sidebar_state: z.boolean('Sidebar state must be true (expanded) or false'),
  language: text('Language').transform((tag, context) =>
    accepted(
      context,
      'Language must be a language tag such as en-US',
      () => Intl.getCanonicalLocales(tag)[0]!,
    ),
  ),
  timezone: text('Time zone').transform((timeZone, context) =>
    accepted(context, 'Time zone must be one such as America/Chicago', () => {
      new Intl.DateTimeFormat('en', { timeZone });
      return timeZone;
    }),
  ),
  date_format: z.enum(DATE_FORMATS, `Date format must be one of ${DATE_FORMATS.join(', ')}`),
  currency: text('Currency')
    .toUpperCase()
    .refine(isCurrency, 'Currency must be an ISO 4217 code such as USD'),
} as const;

export type PreferenceKey = keyof typeof PREFERENCE_VALUES;
export const PREFERENCE_KEYS = Object.keys(PREFERENCE_VALUES) as PreferenceKey[];

/** Input to set a preference for the first time. */
export const PreferenceInput = z
  .object({
    preferenceKey: z.enum(PREFERENCE_KEYS, `Preference must be one of ${PREFERENCE_KEYS.join(', ')}`),
    preferenceValue: z.unknown().optional(),
  })
  .transform((given, context) => {
    const value = PREFERENCE_VALUES[given.preferenceKey].safeParse(given.preferenceValue);
    if (value.success) return { ...given, preferenceValue: value.data };
    const message = value.error.issues[0]!.message;
    context.addIssue({ code: 'custom', message, path: ['preferenceValue'], input: given.preferenceValue });
    return z.NEVER;
  });
export type PreferenceInput = z.infer<typeof PreferenceInput>;

/** New value of a preference, whose key is in the URL. */
export const PreferenceUpdate = z.object({ preferenceValue: z.unknown().optional() });

export const PreferenceView = z.object({
  id,
  userId: id,
  companyId: id.nullable().meta({ description: 'Always null; preferences apply to all companies' }),
  preferenceKey: z.enum(PREFERENCE_KEYS),
  preferenceValue: z.union([z.string(), z.boolean()]),
  createdAt: instant,
  updatedAt: instant,
});
export type PreferenceView = z.infer<typeof PreferenceView>;

function text(name: string) {
  return z.string(`${name} must be text`).trim().min(1, `${name} is required`).max(100);
}

/** Returns the result, or adds an issue if Intl throws. */
function accepted(context: z.RefinementCtx<string>, message: string, read: () => string): string {
  try {
    return read();
  } catch {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
}

/** Intl formats any three letters as a currency, so check against its list of supported ones. */
function isCurrency(code: string): boolean {
  return Intl.supportedValuesOf('currency').includes(code);
}

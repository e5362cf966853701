/** One item of OWASP ASVS 5.0, summarized in our own words, and its state here. */
export type AsvsItem = {
  number: string;
  about: string;
  state: 'met' | 'not met' | 'not applicable' | 'platform';
  /** Files, and tests as `file › part of the test's title`; paths are relative to the project root. */
  evidence: string[];
  /** What is missing, why the item does not apply, or the setting outside of the code. */
  reason: string | null;
};

export function met(number: string, about: string, ...evidence: string[]): AsvsItem {
  return { number, about, state: 'met', evidence, reason: null };
}

export function notApplicable(number: string, about: string, reason: string): AsvsItem {
  return { number, about, state: 'not applicable', evidence: [], reason };
}

/** @param setting who sets it, and where exactly */
export function platform(number: string, about: string, setting: string, ...evidence: string[]): AsvsItem {
  return { number, about, state: 'platform', evidence, reason: setting };
}

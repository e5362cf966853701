type PastedRate = { field: string; month: string; percent: string | null };
type Pasted = { ok: true; rates: PastedRate[] } | { ok: false; problem: string };

const HEADING = /^field\b/i;

/**
 * Reads rates as people type or paste them: field, month and percent on a line each, between tabs, semicolons or commas; a line
 * of headings is passed over. The field may have commas itself, as the last two parts are month and percent. What a month and a
 * percentage may be is for the call to say.
 */
export function readRates(text: string): Pasted {
  const rates: PastedRate[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || (index === 0 && HEADING.test(line.trim()))) continue;
    const separator = line.includes('\t') ? '\t' : line.includes(';') ? ';' : ',';
    const parts = line.split(separator).map((part) => part.trim().replace(/^"(.*)"$/, '$1'));
    if (parts.length === 2) parts.push('');
    const [percent = '', month = ''] = [parts.pop(), parts.pop()];
    const field = parts.join(', ');
    if (!field || !month)
      return { ok: false, problem: `Line ${index + 1} needs a field, a month and a percentage` };
    rates.push({ field, month, percent: percent.replace(/\s*%$/, '') || null });
  }
  if (rates.length === 0) return { ok: false, problem: 'Enter at least one rate' };
  return { ok: true, rates };
}

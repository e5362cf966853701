import { Button } from '~/components/ui/button';
import type { FormatQuestion as Question } from '~/domain/imports/column-questions';
import type { ColumnFormat } from '~/domain/imports/mapping';
import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';

const QUESTION_TEXTS: Record<Exclude<keyof ColumnFormat, 'decimal'>, string> = {
  dateOrder: 'which comes first?',
  rate: 'percent or fraction?',
  shortYears: 'which year is meant?',
  yearDay: 'which date in the year?',
  epoch: 'a spreadsheet’s date number?',
  dash: 'what does it mean?',
  sign: 'most amounts are negative. Costs, balances and accumulated depreciation are positive here; only a decrease is negative. Import them as',
  cents: 'more than two decimals. Then',
};

const ANSWER_TEXTS: Record<string, string> = {
  'dateOrder:mdy': 'Month first',
  'dateOrder:dmy': 'Day first',
  'decimal:point': 'Decimal period',
  'decimal:comma': 'Decimal comma',
  'rate:percent': 'Percent as written',
  'rate:fraction': 'Fractions of 1',
  'shortYears:1900': 'Years 1900–1999',
  'shortYears:1930': 'Years 1930–2029',
  'shortYears:2000': 'Years 2000–2099',
  'yearDay:start': 'Years start',
  'yearDay:middle': 'Mid-year',
  'yearDay:end': 'Year-end',
  'epoch:1900': 'Dates from 1900 (Windows)',
  'epoch:1904': 'Dates from 1904 (older Mac)',
  'dash:blank': 'Dash is blank',
  'dash:zero': 'Dash is zero',
  'sign:kept': 'Signs as written',
  'sign:turned': 'Signs reversed',
  'cents:rounded': 'Rounded to two decimals',
  'cents:refused': 'Rows skipped',
};

/** Asks how to read ambiguous cells, showing an example under each reading. */
export function FormatQuestion({
  question: { id, example, cells, choices },
  title,
  format,
  onAnswer,
}: {
  question: Question;
  /** Subject of the question, such as a column. */
  title: string;
  format: Format;
  onAnswer: (id: keyof ColumnFormat, value: string) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 rounded-md bg-yellow-soft px-2.5 py-2">
      <legend className="sr-only">Question about {title}</legend>
      <p>
        {id === 'decimal' ? (
          <>
            How should <Example text={example} /> be read?
          </>
        ) : (
          <>
            <Example text={example} />: {QUESTION_TEXTS[id]}
          </>
        )}{' '}
        <span className="text-xs text-muted">({countOf(cells, 'cell', format)})</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, reading }) => (
          <Button key={value} onClick={() => onAnswer(id, value)}>
            {formatAnswer(id, value, reading, format)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

function Example({ text }: { text: string }) {
  return <strong className="figures">{text.trim()}</strong>;
}

/**
 * "As 60,000.00" or "Month first: Nov 5, 2026". Uses the user's own format, because "60.000" is sixty to some people and sixty
 * thousand to others.
 */
function formatAnswer(id: keyof ColumnFormat, value: string, reading: string, format: Format): string {
  const answer = ANSWER_TEXTS[`${id}:${value}`] ?? value;
  if (!reading) return answer;
  if (id === 'decimal') return `As ${format.money(withCents(reading))}`;
  return `${answer}: ${formatReading(id, reading, format)}`;
}

function formatReading(id: keyof ColumnFormat, reading: string, format: Format): string {
  if (/^\d{4}-/.test(reading)) return format.date(reading);
  if (id === 'shortYears') return reading;
  return reading.endsWith('%') ? `${format.rate(reading.slice(0, -1))}%` : format.money(reading);
}

/** "60.000" to "60.00" and "60000" to "60000.00": with two decimals, the decimal sign is unambiguous. */
function withCents(number: string): string {
  const [whole, fraction = ''] = number.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** A given answer, with a button to change it. */
export function FormatAnswer({ id, value, onChange }: { id: string; value: string; onChange: () => void }) {
  return (
    <button type="button" className="min-h-6 text-xs text-muted underline" onClick={onChange}>
      {ANSWER_TEXTS[`${id}:${value}`] ?? value}. Change
    </button>
  );
}

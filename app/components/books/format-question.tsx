import { Button } from '~/components/ui/button';
import type { FormatQuestion as Question } from '~/domain/imports/column-questions';
import type { ColumnFormat } from '~/domain/imports/mapping';
import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';

const ASKED: Record<keyof ColumnFormat, string> = {
  dateOrder: 'which comes first?',
  decimal: 'what is it?',
  rate: 'what is it?',
  shortYears: 'which year is meant?',
  yearDay: 'which day does a year mean?',
  epoch: 'a spreadsheet’s date number?',
  dash: 'what does it mean?',
  sign: 'most amounts are negative. Costs, balances and accumulated depreciation are positive here; only a decrease is negative. Import them as',
  cents: 'more than two decimals. Then',
};

const ANSWERS: Record<string, string> = {
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

/** Asks what cells mean that can be read in several ways, with what an example of them is by each. */
export function FormatQuestion({
  question: { id, example, cells, choices },
  title,
  format,
  onAnswer,
}: {
  question: Question;
  /** What it is about: a column. */
  title: string;
  format: Format;
  onAnswer: (id: keyof ColumnFormat, value: string) => void;
}) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 rounded-md bg-yellow-soft px-2.5 py-2">
      <legend className="sr-only">Question about {title}</legend>
      <p>
        <strong className="figures">{example.trim()}</strong>: {ASKED[id]}{' '}
        <span className="text-xs text-muted">({countOf(cells, 'cell', format)})</span>
      </p>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ value, reading }) => (
          <Button key={value} onClick={() => onAnswer(id, value)}>
            {ANSWERS[`${id}:${value}`]}
            {reading && `: ${/^\d{4}-/.test(reading) ? format.date(reading) : reading}`}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

/** An answer that was given, to be taken back. */
export function FormatAnswer({ id, value, onChange }: { id: string; value: string; onChange: () => void }) {
  return (
    <button type="button" className="min-h-6 text-xs text-muted underline" onClick={onChange}>
      {ANSWERS[`${id}:${value}`] ?? value}. Change
    </button>
  );
}

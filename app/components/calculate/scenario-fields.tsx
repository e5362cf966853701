import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { Button } from '~/components/ui/button';
import { Field } from '~/components/ui/field';
import { IconButton } from '~/components/ui/icon-button';
import { Input } from '~/components/ui/input';
import { expectedCostSteps } from '~/domain/books/expected-cost';
import type { Decimal } from '~/domain/money/decimal';
import { centsFromDecimal, formatCents } from '~/domain/money/money';
import { formatRate } from '~/domain/money/rate';
import { useFormat } from '~/hooks/use-format';
import { readScenarios, type ScenarioDraft, sumProbabilities } from './scenario-draft';

const SHARES = [
  { name: 'overhead', label: 'Overhead (%)', help: 'On the cost of the work' },
  { name: 'contractorMargin', label: 'Contractor Margin (%)', help: 'On work and overhead' },
  { name: 'marketRiskPremium', label: 'Market-Risk Premium (%)', help: 'On the total' },
] as const;

type Row = ScenarioDraft['scenarios'][number];

/** Plugging scenarios, their probabilities, and the resulting expected cost. */
export function ScenarioFields({
  draft,
  problems,
  onChange,
}: {
  draft: ScenarioDraft;
  /** Shown once the user tries to calculate. */
  problems: Record<string, string>;
  onChange: (draft: ScenarioDraft) => void;
}) {
  const { symbol } = useFormat();
  const list = useRef<HTMLDivElement>(null);
  const { scenarios } = draft;
  const sum = sumProbabilities(draft);
  const changeRow = (id: number, change: Partial<Row>) =>
    onChange({ ...draft, scenarios: scenarios.map((row) => (row.id === id ? { ...row, ...change } : row)) });
  const add = () => {
    const id = Math.max(...scenarios.map((row) => row.id)) + 1;
    onChange({ ...draft, scenarios: [...scenarios, { id, cost: '', probability: '', when: '' }] });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(`[name="cost-${id}"]`)?.focus(),
    );
  };
  const remove = (id: number) => {
    onChange({ ...draft, scenarios: scenarios.filter((row) => row.id !== id) });
    list.current?.querySelector('input')?.focus();
  };
  return (
    <fieldset className="col-span-full flex min-w-0 flex-col gap-4 rounded-md border border-line p-4">
      <legend className="px-1 font-medium">Scenarios</legend>
      <div ref={list} className="flex flex-col gap-3">
        {scenarios.map((row, index) => (
          <div
            key={row.id}
            className="grid grid-cols-[1fr_1fr_auto] items-start gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]"
          >
            <Field
              label={`Cost ${index + 1}`}
              className="col-span-3 sm:col-span-1"
              errors={toList(problems[`scenarios.${index}.cost`])}
            >
              {(control) => (
                <Input
                  {...control}
                  name={`cost-${row.id}`}
                  inputMode="decimal"
                  autoComplete="off"
                  prefix={symbol}
                  className={symbol.length > 2 ? 'pl-13' : undefined}
                  value={row.cost}
                  onChange={(event) => changeRow(row.id, { cost: event.target.value })}
                />
              )}
            </Field>
            <Field label="Probability (%)" errors={toList(problems[`scenarios.${index}.probability`])}>
              {(control) => (
                <Input
                  {...control}
                  aria-label={`Probability ${index + 1} (%)`}
                  inputMode="decimal"
                  autoComplete="off"
                  suffix="%"
                  value={row.probability}
                  onChange={(event) => changeRow(row.id, { probability: event.target.value })}
                />
              )}
            </Field>
            <Field
              label="When"
              errors={toList(
                problems[`scenarios.${index}.wellLifespan`] ?? problems[`scenarios.${index}.retirementDate`],
              )}
            >
              {(control) => (
                <Input
                  {...control}
                  aria-label={`When ${index + 1}, in years or as a date; blank for the lifespan`}
                  autoComplete="off"
                  placeholder="Lifespan"
                  value={row.when}
                  onChange={(event) => changeRow(row.id, { when: event.target.value })}
                />
              )}
            </Field>
            <IconButton
              label={`Remove scenario ${index + 1}`}
              className="mt-6"
              icon={<Trash2 aria-hidden="true" className="size-4" />}
              disabledReason={scenarios.length > 2 ? null : 'At least two scenarios are required'}
              onClick={() => remove(row.id)}
            />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={add}>
          Add Scenario
        </Button>
        <p className={sum === 10_000 ? 'text-muted' : 'text-danger'} role="status">
          Probabilities add up to <span className="figures">{formatRate(sum)}%</span>
        </p>
      </div>
      <p className="text-xs text-muted">
        Enter When as years or a date, such as 2045-06-30, if a scenario differs from the lifespan.
      </p>
      {problems.scenarios && <p className="text-xs text-danger">{problems.scenarios}</p>}
      <div className="grid gap-4 sm:grid-cols-3">
        {SHARES.map(({ name, label, help }) => (
          <Field key={name} label={label} help={help} errors={toList(problems[name])}>
            {(control) => (
              <Input
                {...control}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                suffix="%"
                placeholder="0"
                value={draft[name]}
                onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Steps draft={draft} />
    </fieldset>
  );
}

/** Steps from the expected cost of the work to the P&A cost, as in the standard's example. */
function Steps({ draft }: { draft: ScenarioDraft }) {
  const format = useFormat();
  const result = readScenarios(draft);
  if (!result.ok)
    return <p className="text-xs text-muted">The weighted cost appears when all scenarios are complete.</p>;
  const steps = expectedCostSteps(result.expected);
  const money = (cents: Decimal) => format.money(formatCents(centsFromDecimal(cents)));
  const lines: [string, Decimal][] = [
    ['Expected cost of the work', steps.work],
    ['Overhead', steps.overhead],
    ['Contractor margin', steps.contractorMargin],
    ['Market-risk premium', steps.marketRiskPremium],
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 border-t border-line pt-3">
      {lines.map(([name, cents]) => (
        <Line key={name} name={name} value={money(cents)} />
      ))}
      <dt className="font-medium">P&A cost</dt>
      <dd className="figures text-right font-medium">{money(steps.cost)}</dd>
    </dl>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="figures text-right">{value}</dd>
    </>
  );
}

function toList(problem: string | undefined): string[] | undefined {
  return problem === undefined ? undefined : [problem];
}

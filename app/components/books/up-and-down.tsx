import { useFormat } from '~/hooks/use-format';

/** Three sums above a table: what goes up, what goes down, and both together. */
export function UpAndDown({
  totals,
  names,
}: {
  totals: { up: string; down: string; net: string };
  names: readonly [up: string, down: string, net: string];
}) {
  const format = useFormat();
  const [up, down, net] = names;
  const figures = [
    [up, totals.up],
    [down, totals.down],
    [net, totals.net],
  ] as const;
  return (
    <dl className="grid grid-cols-1 gap-x-4 gap-y-2 rounded-md bg-sunken px-3 py-2 sm:grid-cols-3">
      {figures.map(([name, amount]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="figures font-medium">{format.money(amount, { dashForZero: true })}</dd>
        </div>
      ))}
    </dl>
  );
}

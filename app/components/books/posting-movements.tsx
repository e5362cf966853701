import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { classNames } from '~/components/ui/class-names';
import { FigureCell, FigureFoot, footCellClass, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { formatCents, parseCents } from '~/domain/money/money';
import { useDialogAddress } from '~/hooks/use-address';
import { useApi } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { BookedMovementView, PostingView } from '~/schemas/books/posting';
import { FormulaLines } from './formula-lines';
import { layerLabel } from './layer-label';
import { MOVEMENT_NAMES, REVERSED_NAMES } from './posting-names';

const AMOUNTS = [
  ['liability', 'Liability'],
  ['asset', 'Asset'],
  ['cash', 'Cash'],
  ['result', 'Income Effect'],
] as const;

/** Movements of a posting, each with its formula. Shows the first page; more load on request. */
export function PostingMovements({
  posting,
  path,
  isStale,
}: {
  posting: PostingView;
  /** API path of the posting, used to fetch further pages. */
  path: string;
  isStale: boolean;
}) {
  const format = useFormat();
  const api = useApi();
  const { linkTo } = useDialogAddress();
  const [more, setMore] = useState<{ rows: BookedMovementView[]; cursor: string | null } | null>(null);
  const [state, setState] = useState<'loading' | 'failed' | null>(null);
  const movements = [...posting.movements, ...(more?.rows ?? [])];
  const cursor = more ? more.cursor : posting.nextCursor;
  const loadMore = async () => {
    if (!cursor || state === 'loading') return;
    setState('loading');
    try {
      const separator = path.includes('?') ? '&' : '?';
      const page = await api<PostingView>(`${path}${separator}${new URLSearchParams({ cursor })}`);
      setMore({ rows: [...(more?.rows ?? []), ...page.movements], cursor: page.nextCursor });
      setState(null);
    } catch {
      setState('failed');
    }
  };
  const isComplete = movements.length === posting.movementCount;
  const formatTotal = (name: (typeof AMOUNTS)[number][0]) =>
    isComplete
      ? posting.totals[name]
      : formatCents(movements.reduce((sum, movement) => sum + parseCents(movement[name]), 0n));
  const names = posting.kind === 'reversal' ? REVERSED_NAMES : MOVEMENT_NAMES;
  return (
    <div className={classNames('flex flex-col gap-2', isStale && 'opacity-60')} aria-busy={isStale}>
      <TableFrame label="Movements">
        <Table aria-label="Movements" className="[&_td]:px-2 [&_th]:px-2">
          <thead>
            <tr>
              <Th>Well and layer</Th>
              <Th>Movement</Th>
              {AMOUNTS.map(([name, header]) => (
                <Th key={name} align="end">
                  {header} ({format.symbol})
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {movements.map((movement) => (
              <tr key={`${movement.aroLayerId} ${movement.kind}`}>
                <th
                  scope="row"
                  className="border-b border-line px-2 py-1 text-left align-top font-normal whitespace-nowrap"
                >
                  <TextLink to={wellAddress(movement.well.id)}>{movement.well.wellCode}</TextLink>
                  <span className="block text-xs">
                    {movement.aroLayerId === null ? (
                      layerLabel(movement.layerNumber)
                    ) : (
                      <TextLink
                        aria-label={`History of ${movement.well.wellCode}, ${layerLabel(movement.layerNumber)}`}
                        {...linkTo('layer', { layerId: movement.aroLayerId })}
                      >
                        {layerLabel(movement.layerNumber)}
                      </TextLink>
                    )}
                  </span>
                </th>
                <Td className="min-w-56 py-1.5 align-top">
                  {names[movement.kind]}
                  {movement.formula.length > 0 && <FormulaLines lines={movement.formula} />}
                </Td>
                {AMOUNTS.map(([name]) => (
                  <FigureCell key={name} className="py-1.5 align-top whitespace-nowrap">
                    {format.moneyOrDash(movement[name])}
                  </FigureCell>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={footCellClass} colSpan={2}>
                {isComplete ? 'Total' : 'Total of these'}
              </td>
              {AMOUNTS.map(([name]) => (
                <FigureFoot key={name}>{format.moneyOrDash(formatTotal(name))}</FigureFoot>
              ))}
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
      {cursor && (
        <div className="flex flex-wrap items-center gap-3">
          <Button pending={state === 'loading'} onClick={() => void loadMore()}>
            Show More
          </Button>
          {state === 'failed' && <p role="alert">Couldn’t load more movements.</p>}
        </div>
      )}
    </div>
  );
}

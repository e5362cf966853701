import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, type ReactNode, useState } from 'react';
import { classNames } from '~/components/ui/class-names';
import { FigureCell, Td } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { ActPreview, PlannedMovementView } from '~/schemas/books/posting';
import { layerLabel } from './layer-label';
import { MOVEMENT_NAMES, REVERSED_NAMES } from './posting-names';

export type PlannedPosting = ActPreview['postings'][number];
export type AmountName = keyof ActPreview['totals'];

/** Phones show only the change, not the balances. */
export const getWidthClass = (name: AmountName) => (isBalance(name) ? 'max-sm:hidden' : '');

/** True for the carrying amounts before and after, which can't be summed over postings. */
export function isBalance(name: AmountName): name is 'before' | 'after' {
  return name === 'before' || name === 'after';
}

/** The single well whose layers a posting changes; null if there are several or not all of its movements are loaded. */
function getOnlyWell({ movements, movementCount }: PlannedPosting): string | null {
  const [first] = movements;
  if (!first || movementCount !== movements.length) return null;
  return movements.every(({ well }) => well.id === first.well.id) ? first.well.id : null;
}

/** For each posting, true when a row above already links to its well. More links would only add tab stops. */
export function isWellLinkedAbove(postings: readonly PlannedPosting[]): boolean[] {
  const linked = new Set<string>();
  return postings.map((posting) => {
    const well = getOnlyWell(posting);
    if (well === null || linked.has(well)) return well !== null;
    linked.add(well);
    return false;
  });
}

/** A posting in the preview of an act, with its movements on demand. */
export function PostingRows({
  posting,
  name,
  amounts,
  isOpenAtFirst,
  isWellLinked,
}: {
  posting: PlannedPosting;
  name: string;
  amounts: AmountName[];
  isOpenAtFirst: boolean;
  /** See isWellLinkedAbove. */
  isWellLinked: boolean;
}) {
  const format = useFormat();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { movements, movementCount, effectiveOn, totals } = posting;
  const [firstMovement] = movements;
  const names = posting.kind === 'reversal' ? REVERSED_NAMES : MOVEMENT_NAMES;
  const hasManyWells = getOnlyWell(posting) === null;
  const isMixed = movements.some(({ kind }) => kind !== firstMovement?.kind);
  return (
    <Fragment>
      <tr>
        <Td className="figures whitespace-nowrap max-sm:hidden">{format.date(effectiveOn)}</Td>
        <th scope="row" className="h-9 border-b border-line py-1 text-left font-normal sm:min-w-44">
          {movementCount > 1 ? (
            <RowToggle isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
              {name}
            </RowToggle>
          ) : (
            <span className="flex min-h-6 items-center pl-4.5">{name}</span>
          )}
          {/* Same height with and without a link, whose target is taller than its text. */}
          <span className="block pl-4.5 text-xs text-muted sm:leading-6">
            {/* Phones have no room for a date column. */}
            <span className="sm:hidden">
              <span className="figures">{format.date(effectiveOn)}</span>,{' '}
            </span>
            {movementCount === 1 && firstMovement ? (
              <LayerLabel {...firstMovement} isLink={!isWellLinked} />
            ) : (
              <LayerSummary posting={posting} isLink={!isWellLinked} format={format} />
            )}
          </span>
        </th>
        {amounts.map((key) => (
          <FigureCell key={key} className={`whitespace-nowrap ${getWidthClass(key)}`}>
            {format.moneyOrDash(totals[key])}
          </FigureCell>
        ))}
      </tr>
      {isOpen &&
        movements.map((movement) => (
          <tr key={`${movement.well.id} ${movement.layerNumber} ${movement.kind}`} className="text-muted">
            <td className="border-b border-line max-sm:hidden" />
            <Td className="pl-7!">
              <LayerLabel {...movement} isLink={hasManyWells} />
              {isMixed && <span className="block text-xs">{names[movement.kind]}</span>}
            </Td>
            {amounts.map((key) => (
              <FigureCell key={key} className={`whitespace-nowrap ${getWidthClass(key)}`}>
                {format.moneyOrDash(movement[key])}
              </FigureCell>
            ))}
          </tr>
        ))}
      {isOpen && movementCount > movements.length && (
        <tr className="text-muted">
          <td className="border-b border-line max-sm:hidden" />
          <Td colSpan={amounts.length + 1} className="pl-7!">
            and {countOf(movementCount - movements.length, `more ${getNoun(movements)}`, format)}
          </Td>
        </tr>
      )}
    </Fragment>
  );
}

/** Name of a row that expands to show further rows. */
export function RowToggle({
  isOpen,
  onToggle,
  children,
}: {
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="flex min-h-6 items-center gap-1 rounded text-left hover:text-accent"
      onClick={onToggle}
    >
      <ChevronRight
        aria-hidden="true"
        className={classNames('size-3.5 shrink-0 text-muted', isOpen && 'rotate-90')}
      />
      {children}
    </button>
  );
}

/** A well's code in a form. The link opens a new tab, so no input is lost. */
function WellCode({ well, isLink }: Pick<PlannedMovementView, 'well'> & { isLink: boolean }) {
  if (!isLink) return well.wellCode;
  return (
    <TextLink to={wellAddress(well.id)} opensTab>
      {well.wellCode}
    </TextLink>
  );
}

function LayerLabel({ well, layerNumber, isLink }: PlannedMovementView & { isLink: boolean }) {
  return (
    <>
      <span className="whitespace-nowrap">
        <WellCode well={well} isLink={isLink} />,
      </span>{' '}
      {layerLabel(layerNumber)}
    </>
  );
}

/** A final settlement has two movements per layer: one for the liability, one for the asset. */
function getNoun(movements: readonly PlannedMovementView[]): 'layer' | 'movement' {
  return countLayers(movements) === movements.length ? 'layer' : 'movement';
}

function countLayers(movements: readonly PlannedMovementView[]): number {
  return new Set(movements.map(({ well, layerNumber }) => `${well.id} ${layerNumber}`)).size;
}

/** "2 layers of NO 15/9-A-001", "241 layers" */
function LayerSummary({
  posting,
  isLink,
  format,
}: {
  posting: PlannedPosting;
  isLink: boolean;
  format: Format;
}) {
  const { movements, movementCount } = posting;
  const [first] = movements;
  // Long postings include only their first movements.
  if (movementCount !== movements.length) return countOf(movementCount, getNoun(movements), format);
  const count = countOf(countLayers(movements), 'layer', format);
  if (!first || getOnlyWell(posting) === null) return count;
  return (
    <>
      {count} of <WellCode well={first.well} isLink={isLink} />
    </>
  );
}

import { ChevronRight } from 'lucide-react';
import { Fragment, useState } from 'react';
import { classNames } from '~/components/ui/class-names';
import { Note } from '~/components/ui/note';
import { Skeleton } from '~/components/ui/skeleton';
import { FigureCell, footCellClass, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { failureText } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { ActPreview, PlannedMovementView } from '~/schemas/books/posting';
import { layerLabel } from './layer-label';
import { MOVEMENT_NAMES, monthsText, namesOf, REVERSED_NAMES } from './posting-names';

type PlannedPosting = ActPreview['postings'][number];
type AmountName = keyof ActPreview['totals'];

/** The liability of the layers, what the act makes of it, and what else it moves. */
const AMOUNTS: { name: AmountName; header: string }[] = [
  { name: 'before', header: 'Before' },
  { name: 'liability', header: 'Liability' },
  { name: 'after', header: 'After' },
  { name: 'asset', header: 'Asset' },
  { name: 'cash', header: 'Cash' },
  { name: 'result', header: 'Profit or loss' },
];

const LIABILITY: ReadonlySet<AmountName> = new Set(['before', 'liability', 'after']);
/** A phone shows the change. */
const widthOf = (name: AmountName) => (name === 'before' || name === 'after' ? 'max-sm:hidden' : '');

/** An act with at most this many movements shows all of them. */
const FEW = 8;

/** What an act would post: each posting with its amounts, what it is made of, and the sum of it all. */
export function ActPreviewTable({ preview }: { preview: ActPreview }) {
  const format = useFormat();
  const { postings, totals, months } = preview;
  const names = namesOf(postings);
  const isShort = postings.reduce((sum, { movementCount }) => sum + movementCount, 0) <= FEW;
  // The liability always, and of the others those that anything moves.
  const amounts = AMOUNTS.filter(
    ({ name }) => LIABILITY.has(name) || postings.some((posting) => !isZero(posting.totals[name])),
  );
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted tabular-nums">
        {countOf(postings.length, 'posting', format)} in {monthsText(months, format)}
      </p>
      <TableFrame label="What will be posted" className="max-h-80">
        <Table
          aria-label="What will be posted"
          className="[&_td]:px-2 [&_th]:px-2 sm:[&_td]:px-2.5 sm:[&_th]:px-2.5"
        >
          <thead>
            <tr>
              <Th className="max-sm:hidden">Date</Th>
              <Th>Posting</Th>
              {amounts.map(({ name, header }) => (
                <Th key={name} align="end" className={widthOf(name)}>
                  {header} ({format.symbol})
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {postings.map((posting, index) => (
              <PostingRows
                // biome-ignore lint/suspicious/noArrayIndexKey: a list that is replaced as a whole
                key={index}
                posting={posting}
                name={names[index] ?? ''}
                amounts={amounts.map(({ name }) => name)}
                isOpenAtFirst={isShort && posting.movementCount > 1}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td className={`${footCellClass} max-sm:hidden`} />
              <td className={footCellClass}>Total</td>
              {amounts.map(({ name }) => (
                <td key={name} className={`${footCellClass} figures text-right ${widthOf(name)}`}>
                  {amount(totals[name], format)}
                </td>
              ))}
            </tr>
          </tfoot>
        </Table>
      </TableFrame>
    </div>
  );
}

function PostingRows({
  posting,
  name,
  amounts,
  isOpenAtFirst,
}: {
  posting: PlannedPosting;
  name: string;
  amounts: AmountName[];
  isOpenAtFirst: boolean;
}) {
  const format = useFormat();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const { movements, movementCount, effectiveOn, totals } = posting;
  const [only] = movements;
  const names = posting.kind === 'reversal' ? REVERSED_NAMES : MOVEMENT_NAMES;
  const isMixed = movements.some(({ kind }) => kind !== only?.kind);
  return (
    <Fragment>
      <tr>
        <Td className="figures whitespace-nowrap max-sm:hidden">{format.date(effectiveOn)}</Td>
        <th scope="row" className="h-9 border-b border-line py-1 text-left font-normal sm:min-w-44">
          {movementCount > 1 ? (
            <button
              type="button"
              aria-expanded={isOpen}
              className="flex min-h-6 items-center gap-1 rounded text-left hover:text-accent"
              onClick={() => setOpen(!isOpen)}
            >
              <ChevronRight
                aria-hidden="true"
                className={classNames('size-3.5 shrink-0 text-muted', isOpen && 'rotate-90')}
              />
              {name}
            </button>
          ) : (
            name
          )}
          <span className={classNames('block text-xs text-muted', movementCount > 1 && 'pl-4.5')}>
            {/* A phone's screen has no room for a column of dates. */}
            <span className="sm:hidden">
              <span className="figures">{format.date(effectiveOn)}</span>,{' '}
            </span>
            {movementCount === 1 && only ? <Place {...only} /> : <Places posting={posting} format={format} />}
          </span>
        </th>
        {amounts.map((key) => (
          <FigureCell key={key} className={`whitespace-nowrap ${widthOf(key)}`}>
            {amount(totals[key], format)}
          </FigureCell>
        ))}
      </tr>
      {isOpen &&
        movements.map((movement) => (
          <tr key={`${movement.well.id} ${movement.layerNumber} ${movement.kind}`} className="text-muted">
            <td className="border-b border-line max-sm:hidden" />
            <Td className="pl-7!">
              <Place {...movement} />
              {isMixed && <span className="block text-xs">{names[movement.kind]}</span>}
            </Td>
            {amounts.map((key) => (
              <FigureCell key={key} className={`whitespace-nowrap ${widthOf(key)}`}>
                {amount(movement[key], format)}
              </FigureCell>
            ))}
          </tr>
        ))}
      {isOpen && movementCount > movements.length && (
        <tr className="text-muted">
          <td className="border-b border-line max-sm:hidden" />
          <Td colSpan={amounts.length + 1} className="pl-7!">
            and {countOf(movementCount - movements.length, `more ${nounOf(movements)}`, format)}
          </Td>
        </tr>
      )}
    </Fragment>
  );
}

/** The preview, or that it is on its way, or why there is none: of the same height, so that nothing moves. */
export function ActPreviewPart({
  preview,
  error,
  isLoading,
}: {
  preview: ActPreview | null;
  error: unknown;
  isLoading: boolean;
}) {
  const format = useFormat();
  if (preview && !error) {
    return (
      <div aria-busy={isLoading} className={classNames('min-h-40', isLoading && 'opacity-60')}>
        {preview.postings.length > 0 ? (
          <ActPreviewTable preview={preview} />
        ) : (
          <p className="text-muted">No amounts change.</p>
        )}
      </div>
    );
  }
  return (
    <div className="min-h-40">
      {error ? (
        <Note
          tone="danger"
          title={format.message(failureText(error, 'Couldn’t work out what would be posted.'))}
        >
          Nothing was posted.
        </Note>
      ) : (
        <div role="status">
          <span className="sr-only">Working out what would be posted</span>
          <Skeleton className="h-40" />
        </div>
      )}
    </div>
  );
}

/** A well's code in a form: its page opens beside what was typed. */
function Code({ well }: Pick<PlannedMovementView, 'well'>) {
  return (
    <TextLink to={wellAddress(well.id)} opensTab>
      {well.wellCode}
    </TextLink>
  );
}

function Place({ well, layerNumber }: PlannedMovementView) {
  return (
    <>
      <span className="whitespace-nowrap">
        <Code well={well} />,
      </span>{' '}
      {layerLabel(layerNumber)}
    </>
  );
}

/** A final settlement moves a layer twice: once for the liability, once for the asset. */
function nounOf(movements: readonly PlannedMovementView[]): 'layer' | 'movement' {
  return layersOf(movements) === movements.length ? 'layer' : 'movement';
}

function layersOf(movements: readonly PlannedMovementView[]): number {
  return new Set(movements.map(({ well, layerNumber }) => `${well.id} ${layerNumber}`)).size;
}

/** "2 layers of NO 15/9-A-001", "241 layers" */
function Places({
  posting: { movements, movementCount },
  format,
}: {
  posting: PlannedPosting;
  format: Format;
}) {
  const [first] = movements;
  // Of a long posting, only the first movements are here.
  if (movementCount !== movements.length) return countOf(movementCount, nounOf(movements), format);
  const count = countOf(layersOf(movements), 'layer', format);
  const isOneWell = movements.every(({ well }) => well.id === first?.well.id);
  if (!first || !isOneWell) return count;
  return (
    <>
      {count} of <Code well={first.well} />
    </>
  );
}

function amount(text: string, format: Format): string {
  return format.money(text, { dashForZero: true });
}

function isZero(text: string): boolean {
  return /^-?0*(\.0*)?$/.test(text);
}

import { Fragment, useState } from 'react';
import { FigureCell, Td } from '~/components/ui/table';
import { formatCents, parseCents } from '~/domain/money/money';
import { countOf } from '~/hooks/count-of';
import type { Format } from '~/hooks/use-format';
import {
  type AmountName,
  getWidthClass,
  isBalance,
  isWellLinkedAbove,
  type PlannedPosting,
  PostingRows,
  RowToggle,
} from './planned-posting';
import { formatMonths } from './posting-names';

/** Amounts that can be summed over postings. Balances can't: one posting's ending balance is another's beginning balance. */
type SummedName = Exclude<AmountName, 'before' | 'after'>;

export type PostingGroup = {
  name: string;
  postings: PlannedPosting[];
  months: string[];
  totals: Record<SummedName, string>;
};

/** Postings shown per group; the rest are only counted. */
const MAX_SHOWN_POSTINGS = 100;

/** Groups postings by name, in order of first appearance, with their totals. */
export function groupPostings(postings: readonly PlannedPosting[], names: readonly string[]): PostingGroup[] {
  const byName = Map.groupBy(
    postings.map((posting, index) => ({ posting, name: names[index] ?? '' })),
    ({ name }) => name,
  );
  return [...byName].map(([name, entries]) => {
    const members = entries.map(({ posting }) => posting);
    const sum = (amount: SummedName) =>
      formatCents(members.reduce((sumCents, { totals }) => sumCents + parseCents(totals[amount]), 0n));
    return {
      name,
      postings: members,
      months: [...new Set(members.map(({ effectiveOn }) => effectiveOn.slice(0, 7)))].sort(),
      totals: { liability: sum('liability'), asset: sum('asset'), cash: sum('cash'), result: sum('result') },
    };
  });
}

/** An act with many postings: the total of each group, with its postings on demand. */
export function GroupedPostings(props: {
  groups: readonly PostingGroup[];
  amounts: AmountName[];
  format: Format;
}) {
  return props.groups.map((group) => <Group key={group.name} {...props} group={group} />);
}

function Group({
  group: { name, postings, months, totals },
  amounts,
  format,
}: {
  group: PostingGroup;
  amounts: AmountName[];
  format: Format;
}) {
  const [isOpen, setOpen] = useState(false);
  const isLinked = isOpen ? isWellLinkedAbove(postings.slice(0, MAX_SHOWN_POSTINGS)) : [];
  return (
    <Fragment>
      <tr>
        <td className="border-b border-line max-sm:hidden" />
        <th scope="row" className="h-9 border-b border-line py-1 text-left font-normal sm:min-w-44">
          <RowToggle isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
            {name}
          </RowToggle>
          <span className="block pl-4.5 text-xs text-muted tabular-nums">
            {countOf(postings.length, 'posting', format)}, {formatMonths(months, format)}
          </span>
        </th>
        {amounts.map((key) => (
          <FigureCell key={key} className={`whitespace-nowrap ${getWidthClass(key)}`}>
            {isBalance(key) ? null : format.moneyOrDash(totals[key])}
          </FigureCell>
        ))}
      </tr>
      {isOpen &&
        postings.slice(0, MAX_SHOWN_POSTINGS).map((posting, index) => (
          <PostingRows
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is always replaced as a whole
            key={index}
            posting={posting}
            name={name}
            amounts={amounts}
            isOpenAtFirst={false}
            isWellLinked={isLinked[index] ?? false}
          />
        ))}
      {isOpen && postings.length > MAX_SHOWN_POSTINGS && (
        <tr className="text-muted">
          <td className="border-b border-line max-sm:hidden" />
          <Td colSpan={amounts.length + 1} className="pl-7!">
            and {countOf(postings.length - MAX_SHOWN_POSTINGS, 'more posting', format)}
          </Td>
        </tr>
      )}
    </Fragment>
  );
}

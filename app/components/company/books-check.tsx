import CircleCheck from 'lucide-react/icons/circle-check';
import { useState } from 'react';
import { Button } from '~/components/ui/button';
import { Card } from '~/components/ui/card';
import { addDateToName, CsvButton, type CsvColumns } from '~/components/ui/csv-button';
import { Note } from '~/components/ui/note';
import { FigureCell, RowTh, Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { failureText } from '~/hooks/api-fetch';
import { countOf } from '~/hooks/count-of';
import { useMutation } from '~/hooks/use-api';
import { useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { BooksCheckView } from '~/schemas/books/period';

type Difference = BooksCheckView['differences'][number];

const CSV_COLUMNS: CsvColumns<Difference> = {
  what: (difference) => difference.what,
  where: (difference) => difference.id,
  expected: (difference) => difference.expected,
  found: (difference) => difference.found,
};

/** Compares every balance with the entries behind it, on request. */
export function BooksCheck() {
  const format = useFormat();
  const { run, pending } = useMutation({
    failure: 'Failed to check the books',
    successTitle: null,
    reloads: false,
  });
  const [check, setCheck] = useState<BooksCheckView | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  const start = async () => {
    setFailure(null);
    const outcome = await run((api) => api<BooksCheckView>('/api/books/check'));
    if (outcome.ok) setCheck(outcome.value);
    else setFailure(outcome.error);
  };

  return (
    <>
      <Card
        title="Books Check"
        description="Compares every layer’s balance with its movements, and every posting with the rules of its kind. Nothing is changed."
        actions={
          <Button variant="primary" pending={pending} onClick={() => void start()}>
            Check the Books
          </Button>
        }
      >
        <div role="status" className="flex min-h-16 flex-col justify-center gap-1">
          {failure != null ? (
            <p className="text-danger">{format.message(failureText(failure, 'Failed to check the books'))}</p>
          ) : check ? (
            <Outcome check={check} />
          ) : (
            <p className="text-muted">
              Not checked yet. The books are also checked every night and before each close.
            </p>
          )}
        </div>
      </Card>
      {check && check.differences.length > 0 && <Differences differences={check.differences} />}
      {check && check.negativeWells.length > 0 && <NegativeWells wells={check.negativeWells} />}
    </>
  );
}

function Outcome({ check }: { check: BooksCheckView }) {
  const format = useFormat();
  return (
    <>
      {check.ok ? (
        <p className="flex items-center gap-2 text-base font-semibold text-green">
          <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
          The books check out
        </p>
      ) : (
        <p className="text-base font-semibold text-danger">
          The books don’t check out: {countOf(check.differences.length, 'difference', format)}
        </p>
      )}
      <p className="text-muted tabular-nums">
        {countOf(check.checked.layers, 'layer', format)}, {countOf(check.checked.postings, 'posting', format)}{' '}
        and {countOf(check.checked.movements, 'movement', format)} checked
      </p>
    </>
  );
}

function Differences({ differences }: { differences: Difference[] }) {
  const format = useFormat();
  return (
    <section aria-labelledby="differences-heading" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="differences-heading" className="text-base font-semibold">
          Differences
        </h2>
        <CsvButton
          subject="Differences"
          fileName={addDateToName('books-check')}
          columns={CSV_COLUMNS}
          rows={differences}
        />
      </div>
      <TableFrame label="Differences" className="max-h-120">
        <Table aria-label="Differences" className="min-w-140">
          <thead>
            <tr>
              <Th>What</Th>
              <Th>Where</Th>
              <Th align="end">Expected</Th>
              <Th align="end">Found</Th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ what, id, expected, found }) => (
              <tr key={`${what} ${id}`}>
                <RowTh className="font-normal">{format.message(what)}</RowTh>
                <Td className="font-medium">{id}</Td>
                <FigureCell>{expected}</FigureCell>
                <FigureCell>{found}</FigureCell>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </section>
  );
}

/** Not an error: a decrease at a different rate than the layers it reduces can take a well below zero. */
function NegativeWells({ wells }: { wells: BooksCheckView['negativeWells'] }) {
  const format = useFormat();
  return (
    <Note
      tone="warning"
      title={`${countOf(wells.length, 'well', format)} below zero. No rule is broken, but review ${wells.length === 1 ? 'it' : 'them'}.`}
    >
      <ul className="mt-1 columns-[16rem] gap-6">
        {wells.map(({ wellId, wellCode, liability }) => (
          <li key={wellId} className="flex justify-between gap-3">
            <TextLink to={wellAddress(wellId)}>{wellCode}</TextLink>
            <span className="figures">{format.money(liability)}</span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

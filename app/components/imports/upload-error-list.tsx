import { useMemo } from 'react';
import { Table, TableFrame, Td, Th } from '~/components/ui/table';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { countOf } from '~/hooks/count-of';
import { type Format, useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { uploadErrorLine } from './upload-error-line';

/** Approximate character width in rem. The longest line determines how far the list scrolls sideways. */
const CHARACTER_WIDTH = 0.45;
const MIN_WIDTH = 16;

/** Up to this many rows render in full, with wrapped messages. */
const MOST_WRAPPED = 100;

/** Lists any number of failed rows. */
export function UploadErrorList({ errors }: { errors: readonly MassUploadError[] }) {
  return errors.length > MOST_WRAPPED ? <LongList errors={errors} /> : <WrappedList errors={errors} />;
}

function WrappedList({ errors }: { errors: readonly MassUploadError[] }) {
  const format = useFormat();
  return (
    <TableFrame label="Errors" className="max-h-72">
      <Table>
        <thead>
          <tr>
            <Th>{headerOf(errors, format)}</Th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={error.row}>
              <Td>
                <ErrorLine {...error} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

/** One line per row; only the visible lines are rendered. */
function LongList({ errors }: { errors: readonly MassUploadError[] }) {
  const format = useFormat();
  const columns = useMemo<Column<MassUploadError>[]>(() => {
    const longest = errors.reduce((length, error) => Math.max(length, uploadErrorLine(error).length), 0);
    return [
      {
        id: 'error',
        header: headerOf(errors, format),
        width: Math.max(MIN_WIDTH, longest * CHARACTER_WIDTH),
        cell: (error) => <ErrorLine {...error} />,
      },
    ];
  }, [errors, format]);
  return (
    <VirtualTable
      label="Errors"
      columns={columns}
      rows={errors}
      rowKey={({ row }) => String(row)}
      className="max-h-72!"
    />
  );
}

function headerOf({ length }: readonly MassUploadError[], format: Format): string {
  return `${countOf(length, 'row', format)} failed`;
}

/** Like uploadErrorLine, but with a link to the well that has the code. */
function ErrorLine({ row, wellCode, wellId, error }: MassUploadError) {
  const format = useFormat();
  if (!wellId) return format.message(uploadErrorLine({ row, wellCode, error }));
  return (
    <>
      Row {row} (<TextLink to={wellAddress(wellId)}>{wellCode}</TextLink>): {format.message(error)}
    </>
  );
}

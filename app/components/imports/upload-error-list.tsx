import { useMemo } from 'react';
import { TextLink } from '~/components/ui/text-link';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { useFormat } from '~/hooks/use-format';
import { wellAddress } from '~/hooks/well-address';
import type { MassUploadError } from '~/schemas/imports/mass-upload';
import { uploadErrorLine } from './upload-error-line';

/** A list's text is about so wide, in rem: the longest line decides how far one can scroll sideways. */
const CHARACTER_WIDTH = 0.45;
const MIN_WIDTH = 16;

/** Every refused row in a line of its own, however many there are. */
export function UploadErrorList({ errors }: { errors: readonly MassUploadError[] }) {
  const format = useFormat();
  const columns = useMemo<Column<MassUploadError>[]>(() => {
    const longest = errors.reduce((length, error) => Math.max(length, uploadErrorLine(error).length), 0);
    return [
      {
        id: 'error',
        header: errors.length === 1 ? '1 row failed' : `${format.integer(errors.length)} rows failed`,
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

/** As uploadErrorLine writes it, with the way to the well that has the code. */
function ErrorLine({ row, wellCode, wellId, error }: MassUploadError) {
  const format = useFormat();
  if (!wellId) return format.message(uploadErrorLine({ row, wellCode, error }));
  return (
    <>
      Row {row} (<TextLink to={wellAddress(wellId)}>{wellCode}</TextLink>): {format.message(error)}
    </>
  );
}

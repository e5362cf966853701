import { useMemo } from 'react';
import { type Column, VirtualTable } from '~/components/ui/virtual-table';
import { useFormat } from '~/hooks/use-format';
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
        cell: uploadErrorLine,
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

import type { MassUploadError } from '~/schemas/imports/mass-upload';

/** Text of a failed row, for lists. */
export function uploadErrorLine({ row, wellCode, error }: MassUploadError): string {
  return `Row ${row} (${wellCode}): ${error}`;
}

import type { MassUploadError } from '~/schemas/imports/mass-upload';

/** A refused row as lists of them show it. */
export function uploadErrorLine({ row, wellCode, error }: MassUploadError): string {
  return `Row ${row} (${wellCode}): ${error}`;
}

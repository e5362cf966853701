import { z } from 'zod';
import { EVIDENCE_TYPES } from '~/domain/files/evidence-file';

/** Purpose of an uploaded file: wells to import, or evidence for the books. */
const UPLOAD_PURPOSES = ['wells', 'evidence'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

export const UploadAddressQuery = z.object({
  for: z.enum(UPLOAD_PURPOSES, 'For must be wells or evidence').default('wells').meta({
    description:
      'Purpose of the file. `wells`: CSV up to 5 MB. `evidence`: PDF, XLSX, CSV, PNG or JPEG up to 25 MB',
  }),
});

/** Media types accepted for upload; well files are CSV, which is one of them. */
export const UPLOAD_TYPES = Object.keys(EVIDENCE_TYPES);

export const UploadAddressView = z.object({ uploadURL: z.url() });

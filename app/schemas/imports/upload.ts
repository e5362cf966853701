import { z } from 'zod';

/** What an uploaded file is for: wells to bring in, or what supports the books. */
const UPLOAD_PURPOSES = ['wells', 'evidence'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

export const UploadAddressQuery = z.object({
  for: z.enum(UPLOAD_PURPOSES, 'For must be wells or evidence').default('wells').meta({
    description: 'A CSV file of wells up to 5 MB, or a PDF, XLSX, CSV, PNG or JPEG file up to 25 MB',
  }),
});

export const UploadAddressView = z.object({ uploadURL: z.url() });

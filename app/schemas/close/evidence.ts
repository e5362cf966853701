import { z } from 'zod';
import { EVIDENCE_SUBJECTS, MAX_NOTE } from '~/domain/books/evidence';
import { POSTING_KINDS } from '~/domain/books/movement-kinds';
import {
  cleanFileName,
  EVIDENCE_TYPES,
  type EvidenceType,
  evidenceTypeOf,
} from '~/domain/files/evidence-file';
import { PersonView } from '~/schemas/people/people-views';
import { count, date, id, instant } from '~/schemas/platform/answer';
import { pageLimit } from '~/schemas/platform/limit';
import { requiredLines, requiredText } from '~/schemas/platform/text';

const subject = z.enum(EVIDENCE_SUBJECTS, 'Subject must be well, posting, act or close');
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const NUMBER = /^\d{1,15}$/;

/** A well's id, a posting's number, the number of an act's first posting, or a close's month. */
const subjectId = z.string('Id is required').trim().min(1, 'Id is required').max(100);

const isId = ({ subject, id }: { subject: string; id: string }) =>
  subject === 'well' || (subject === 'close' ? MONTH : NUMBER).test(id);
const NOT_AN_ID = { path: ['id'], message: 'No record has this id', when: isObject };

/** Subject to list evidence for. */
export const EvidenceQuery = z
  .object({
    subject,
    id: subjectId,
    limit: pageLimit(200).default(100),
    cursor: z.string().max(1000).optional(),
  })
  .refine(isId, NOT_AN_ID);
export type EvidenceQuery = z.infer<typeof EvidenceQuery>;

const fileName = z
  .string('File name is required')
  .max(1000, 'Use 1000 characters or fewer')
  .transform(cleanFileName)
  .refine(
    (name) => evidenceTypeOf(name) !== null,
    `File name must end in ${Object.values(EVIDENCE_TYPES)
      .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
      .join(', ')}`,
  );

/** A note, or a file sent to an evidence upload URL. */
export const EvidenceInput = z
  .object({
    subject,
    id: subjectId,
    note: requiredLines('Enter a note', MAX_NOTE).optional(),
    uploadURL: requiredText('Upload URL is required', 2000).optional(),
    fileName: fileName.optional(),
  })
  .refine(isId, NOT_AN_ID)
  .refine(({ note, uploadURL }) => (note === undefined) !== (uploadURL === undefined), {
    path: ['note'],
    message: 'Enter a note or upload a file',
    when: isObject,
  })
  .refine(({ uploadURL, fileName }) => (uploadURL === undefined) === (fileName === undefined), {
    path: ['fileName'],
    message: 'File name is required for an uploaded file',
    when: isObject,
  });
export type EvidenceInput = z.infer<typeof EvidenceInput>;

const TYPES = Object.keys(EVIDENCE_TYPES) as [EvidenceType, ...EvidenceType[]];

export const EvidenceView = z.object({
  id,
  subject,
  subjectId: id,
  posting: z
    .object({ id, kind: z.enum(POSTING_KINDS), effectiveOn: date })
    .nullable()
    .meta({
      description:
        'Posting that the evidence supports, or the main posting of its act; null for a well or a close',
    }),
  note: z.string().nullable().meta({ description: 'Null for a file' }),
  file: z
    .object({
      name: z.string(),
      contentType: z.enum(TYPES),
      sizeBytes: count,
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .nullable()
    .meta({ description: 'Null for a note' }),
  isKept: z
    .boolean()
    .meta({ description: 'True if the evidence can’t be removed because it supports a closed period' }),
  userId: z.string(),
  user: PersonView.nullable().meta({ description: 'Null for deleted users' }),
  createdAt: instant,
});
export type EvidenceView = z.infer<typeof EvidenceView>;

/** Runs cross-field checks even after a field failed, so that all problems show together. */
function isObject({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}

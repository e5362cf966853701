import { z } from 'zod';
import { EvidenceInput, EvidenceQuery, EvidenceView } from '~/schemas/close/evidence';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { listResponse } from '~/server/list-response.server';
import { addEvidence, addingReads, evidenceReads, listEvidence } from '~/services/close/evidence.server';
import { requireCompany, requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'List the files and notes that support a well, a posting, an act or a close',
      response: z.array(EvidenceView),
      mayBeMissing: true,
      details:
        'Newest first. `id` is a well ID, a posting number, an `actId` or a month as `YYYY-MM`. The list for a well or an act includes evidence for its postings; the list for a posting, evidence for its act.',
    },
    guard: requireCompany,
    search: EvidenceQuery,
    reads: ({ scope, search }) => evidenceReads(scope, search),
    run: ({ search, rows, request }) => {
      const { items, nextCursor } = listEvidence(search, rows);
      return listResponse(request, items, nextCursor);
    },
  }),
  POST: endpoint({
    about: {
      summary: 'Add a note or an uploaded file',
      response: EvidenceView,
      mayBeMissing: true,
      details:
        'First upload the file to a URL from `POST /api/objects/upload?for=evidence`: PDF, XLSX without macros, CSV, PNG or JPEG, up to 25 MB. Its content must match its file name extension.',
    },
    guard: requireCompanyWriter,
    limit: 'uploads',
    body: EvidenceInput,
    status: 201,
    reads: ({ scope, body }) => addingReads(scope, body),
    run: ({ ctx, body, rows, request }) => addEvidence(ctx, body, new URL(request.url).origin, rows),
  }),
});

export const loader = api.loader;
export const action = api.action;

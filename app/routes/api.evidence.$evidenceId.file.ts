import { EVIDENCE_TYPES } from '~/domain/files/evidence-file';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { storedFileResponse } from '~/server/stored-file-response.server';
import { evidenceFileReads, readEvidenceFile } from '~/services/close/evidence.server';
import { requireCompany } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: {
      summary: 'Download an evidence file',
      files: Object.keys(EVIDENCE_TYPES),
      details: 'Returned byte for byte as uploaded, as an attachment. `Repr-Digest` has its SHA-256.',
    },
    guard: requireCompany,
    limit: 'exports',
    reads: ({ scope, params }) => evidenceFileReads(scope, params.evidenceId),
    run: async ({ ctx, rows }) => {
      const { file, body } = await readEvidenceFile(ctx, rows);
      return storedFileResponse(body, file);
    },
  }),
});

export const loader = api.loader;
export const action = api.action;

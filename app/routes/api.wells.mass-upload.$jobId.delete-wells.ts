import { AddedWellsDeleted, AddedWellsInput, AddedWellsPreview } from '~/schemas/imports/added-wells';
import { ReviewQuery } from '~/schemas/platform/preview';
import { apiRoute, endpoint } from '~/server/api-route.server';
import {
  addedWellsReads,
  deleteAddedWells,
  previewAddedWells,
} from '~/services/imports/delete-uploaded-wells.server';
import { requireCompanyWriter } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: {
      summary: 'Delete the wells an upload added',
      answer: AddedWellsDeleted,
      preview: AddedWellsPreview,
      details:
        'Wells with layers, amounts in closed periods, evidence or later changes stay; `includeChanged` deletes changed ones too. What the upload posted is reversed first, with `wholeUpload` of the reversal. `?preview=true` returns what would be deleted, and deletes nothing. Send `?reviewed=` of it along to delete exactly that, or nothing.',
    },
    as: requireCompanyWriter,
    limit: 'postings',
    body: AddedWellsInput,
    search: ReviewQuery,
    reads: ({ scope, params }) => addedWellsReads(scope, params.jobId),
    run: async ({ ctx, params, body, search, rows }) =>
      search.preview
        ? Response.json(await previewAddedWells(body, rows))
        : deleteAddedWells(ctx, params.jobId, body, rows, search.reviewed),
  }),
});

export const loader = api.loader;
export const action = api.action;

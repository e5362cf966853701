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
      summary: 'Delete the wells that an upload added',
      response: AddedWellsDeleted,
      preview: AddedWellsPreview,
      details:
        'Keeps wells with layers, amounts in closed periods, evidence or later changes; `includeChanged` deletes changed wells too. First reverse the upload’s postings with `wholeUpload`. `?preview=true` returns the wells that would be deleted and deletes nothing. Send its `reviewed` as `?reviewed=` to delete exactly those or get 409.',
    },
    guard: requireCompanyWriter,
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

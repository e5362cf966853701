import { AccretionInput } from '~/schemas/accretion';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/context.server';
import { previewPosting } from '~/services/post-accretion.server';

const api = apiRoute({
  GET: endpoint({
    as: requireCompany,
    search: AccretionInput,
    run: ({ ctx, search }) => previewPosting(ctx, search),
  }),
});

export const loader = api.loader;
export const action = api.action;

import { z } from 'zod';
import { FieldQuery } from '~/schemas/wells/well';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireCompany } from '~/services/platform/context.server';
import { listFields } from '~/services/wells/well.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List fields that have wells', response: z.array(z.string()) },
    guard: requireCompany,
    search: FieldQuery,
    run: ({ ctx, search }) => listFields(ctx, search),
  }),
});

export const loader = api.loader;
export const action = api.action;

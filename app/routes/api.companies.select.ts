import { CompanySelection } from '~/schemas/people/company';
import { UserView } from '~/schemas/people/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { selectCompany } from '~/services/people/user.server';
import { requireUser } from '~/services/platform/context.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Select the current company', response: UserView },
    guard: requireUser,
    limit: 'company',
    body: CompanySelection,
    run: ({ ctx, body }) => selectCompany(ctx, body.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;

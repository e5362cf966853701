import { CompanySelection } from '~/schemas/company';
import { UserView } from '~/schemas/user';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { requireUser } from '~/services/context.server';
import { selectCompany } from '~/services/user.server';

const api = apiRoute({
  POST: endpoint({
    about: { summary: 'Select the company whose data is seen', answer: UserView },
    as: requireUser,
    body: CompanySelection,
    run: ({ ctx, body }) => selectCompany(ctx, body.companyId),
  }),
});

export const loader = api.loader;
export const action = api.action;

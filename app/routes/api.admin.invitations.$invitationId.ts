import { apiRoute, endpoint } from '~/server/api-route.server';
import { revokeInvitation } from '~/services/people/invitation.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  DELETE: endpoint({
    about: { summary: 'Revoke an invitation', details: 'The invitation remains in the list.' },
    guard: requireSystemAdmin,
    run: ({ ctx, params }) => revokeInvitation(ctx, params.invitationId),
  }),
});

export const loader = api.loader;
export const action = api.action;

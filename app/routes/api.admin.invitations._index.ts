import { z } from 'zod';
import { InvitationInput, InvitationView } from '~/schemas/people/invitation';
import { apiRoute, endpoint } from '~/server/api-route.server';
import { createInvitation, listInvitations } from '~/services/people/invitation.server';
import { requireSystemAdmin } from '~/services/platform/context.server';

const api = apiRoute({
  GET: endpoint({
    about: { summary: 'List invitations, newest first', response: z.array(InvitationView) },
    guard: requireSystemAdmin,
    run: ({ ctx }) => listInvitations(ctx),
  }),
  POST: endpoint({
    about: {
      summary: 'Invite an email address to a company',
      response: InvitationView,
      mayBeMissing: true,
      details:
        'The membership begins when a user signs in with this address, verified by the identity provider. The response is the same whether or not an account has this address. No email is sent.',
    },
    guard: requireSystemAdmin,
    body: InvitationInput,
    status: 201,
    run: ({ ctx, body }) => createInvitation(ctx, body),
  }),
});

export const loader = api.loader;
export const action = api.action;

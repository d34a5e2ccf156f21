import { withdrawInvitation } from '#app/identity/invitations/withdraw-invitation.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, params, now }, { store }) => {
  await withdrawInvitation(store, { caller, invitationId: params.invitationId }, now);
  return { status: 204 };
});

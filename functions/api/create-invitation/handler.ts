import { createInvitation } from '#app/identity/invitations/create-invitation.ts';
import { serve } from '#runtime/serve.ts';
import { wireMailOutbox } from '#runtime/wire/mailer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, outbox: wireMailOutbox },
  async ({ caller, body, idempotency, ids, now }, ports) => ({
    status: 201,
    body: await createInvitation({ ...ports, ids }, { caller, ...body, idempotency }, now),
  }),
);

import { changeRole, memberView } from '@scangate/domain/identity/members';
import { Problem } from '@scangate/domain/problem';
import { commitOrThrow } from '#ports/store.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async (request, { store }) => {
  const { caller, params, body, now } = request;
  const { organizationId } = caller;
  const member = await store.get(
    'member',
    { organizationId, personId: params.personId },
    { consistent: true },
  );
  if (!member || member.removedAt) throw new Problem('member_not_found');
  await commitOrThrow(store, changeRole(caller, member, body.role, now.toISOString()));
  return { status: 200, body: memberView({ ...member, role: body.role }) };
});

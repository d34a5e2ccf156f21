import { changeRole, memberView } from '../../../lib/domain/members.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
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

import { changeMember } from '#app/identity/change-member.ts';
import { memberView } from '@scangate/domain/identity/members';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async (request, { store }) => {
  const { caller, params, body, now } = request;
  const member = await changeMember(store, { caller, personId: params.personId, ...body }, now);
  return { status: 200, body: memberView(member) };
});

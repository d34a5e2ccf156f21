import { decodeCursor, pageAnswer } from '../../../lib/contract/cursor.ts';
import { memberView } from '../../../lib/domain/members.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(endpoint, { store: wireStore }, async ({ caller, query }, { store }) => {
  const { organizationId } = caller;
  const cursor = decodeCursor(query.cursor, endpoint.name, organizationId);
  const page = await store.list(
    'members',
    { organizationId },
    { limit: query.limit, ...(cursor && { cursor }) },
  );
  const present = page.items.filter((member) => !member.removedAt).map(memberView);
  return { status: 200, body: pageAnswer(present, page.cursor, endpoint.name, organizationId) };
});

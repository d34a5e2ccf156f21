import { rememberAnswer } from '../../../lib/domain/idempotency.ts';
import { issueToken, keepToken } from '../../../lib/domain/issue-token.ts';
import { requireCapability } from '../../../lib/domain/plans.ts';
import { after } from '../../../lib/domain/instant.ts';
import { tokenView } from '../../../lib/domain/tokens.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import { refuseAnswered } from '../../../lib/runtime/refuse-answered.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

const dayMs = 24 * 60 * 60_000;

export const handler = serve(
  endpoint,
  { store: wireStore },
  async ({ caller, body, idempotency: sent, ids, now }, { store }) => {
    requireCapability(caller.plan, 'api');
    const at = now.toISOString();
    // A token is its issuer's: another person with the same key asks for another token.
    const idempotency = sent && { ...sent, key: `${caller.personId}/${sent.key}` };
    await refuseAnswered(idempotency, store, now);

    const { secret, token } = issueToken(
      {
        ...body,
        expiresAt: body.expiresInDays === undefined ? undefined : after(now, body.expiresInDays * dayMs),
      },
      caller,
      { tokenId: ids.uuid(), random: ids.bytes(60) },
      at,
    );
    const seen = { status: 201 as const, body: tokenView(token) };
    await commitOrThrow(store, [...rememberAnswer(idempotency, seen, now), ...keepToken(caller, token)]);
    return { status: 201, body: { ...seen.body, token: secret } };
  },
);

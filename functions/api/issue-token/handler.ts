import { rememberAnswer } from '@scangate/domain/idempotency';
import { issueToken, storeToken } from '@scangate/domain/identity/issue-token';
import { requireCapability } from '@scangate/domain/plans/plans';
import { instantAfter } from '@scangate/domain/instant';
import { tokenView } from '@scangate/domain/identity/tokens';
import { commitOrThrow } from '#ports/store.ts';
import { replayIfAnswered } from '#app/replay-if-answered.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
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
    await replayIfAnswered(idempotency, store, now);

    const { secret, token } = issueToken(
      {
        ...body,
        expiresAt:
          body.expiresInDays === undefined ? undefined : instantAfter(now, body.expiresInDays * dayMs),
      },
      caller,
      { tokenId: ids.uuid(), random: ids.bytes(60) },
      at,
    );
    const seen = { status: 201 as const, body: tokenView(token) };
    await commitOrThrow(store, [...rememberAnswer(idempotency, seen, now), ...storeToken(caller, token)]);
    return { status: 201, body: { ...seen.body, token: secret } };
  },
);

import { actorOf, auditEvent } from '../../../lib/domain/audit.ts';
import { unchanged } from '../../../lib/domain/billing/state.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { commitOrThrow } from '../../../lib/ports/store.ts';
import type { Till } from '../../../lib/ports/till.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { wireTill } from '../../../lib/runtime/wire/till.ts';
import { loadBuyer, type Known } from '../../billing/till/buyer.ts';
import { wantOf } from '../../billing/till/order.ts';
import { want } from '../../billing/till/want.ts';
import { endpoint } from './endpoint.ts';

/** @throws Problem validation_failed when nobody gives anything for it, or not any more. */
const promotionOf = async (code: string, till: Till): Promise<string> => {
  const promotion = await till.promotion(code);
  if (promotion) return promotion.promotionId;
  const detail = 'No discount goes by this code now.';
  throw new Problem('validation_failed', {
    detail,
    errors: [{ pointer: '/code', code: 'validation_failed', detail }],
  });
};

/** @throws Problem conflict for whoever pays otherwise. */
const useOf = ({ state, till }: Known): 'subscription' | 'next_checkout' => {
  if (till?.subscriptionId !== undefined) return 'subscription';
  if (state.account.plan === 'Free') return 'next_checkout';
  throw new Problem('conflict', { detail: 'There is no subscription that is paid by invoice.' });
};

export const handler = serve(endpoint, { store: wireStore, till: wireTill }, async (request, ports) => {
  const { caller, body, ids, now } = request;
  const { store, till } = ports;
  const appliesTo = useOf(await loadBuyer(caller.billingAccountId, store, now));
  const promotionId = await promotionOf(body.code, till);
  const cause = ids.uuid();
  await want(wantOf(request, cause), unchanged, ports, { promotionId });
  await commitOrThrow(store, [
    auditEvent({
      organizationId: caller.organizationId,
      actor: actorOf(caller),
      at: now.toISOString(),
      action: 'coupon.applied',
      cause,
      after: { code: body.code, appliesTo },
    }),
  ]);
  return { status: 200, body: { appliesTo } };
});

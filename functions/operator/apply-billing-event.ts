import * as z from 'zod';
import { validateBody } from '../../lib/contract/validate.ts';
import {
  applyBillingEvent as applyEvent,
  type BillingEvent,
} from '../../lib/domain/billing/billing-event.ts';
import { briefOf } from '../../lib/domain/billing/plan-view.ts';
import { planNames } from '../../lib/domain/roles.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireStore } from '../../lib/runtime/wire/store.ts';
import { applyBillingEvent } from './index.ts';
import { operateAccount, type OperatorPorts } from './operate-account.ts';

const licenses = z.int().min(1).max(100_000);
const credits = z.int().min(0).max(1_000_000_000);
const invoiceId = z.string().min(1).max(200);
const chosen = {
  plan: z.enum(planNames),
  period: z.enum(['month', 'year']).optional(),
  licenses: licenses.optional(),
};

const billingEvent = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('plan_set'),
    ...chosen,
    credits: z.strictObject({ core: credits, sast: credits.optional() }).optional(),
  }),
  z.strictObject({ type: z.literal('plan_scheduled'), ...chosen }),
  z.strictObject({ type: z.literal('plan_undone') }),
  z.strictObject({ type: z.literal('licenses_added'), licenses, invoiceId: invoiceId.optional() }),
  z.strictObject({ type: z.literal('licenses_scheduled'), licenses }),
  z.strictObject({ type: z.literal('auto_renew'), enabled: z.boolean() }),
  z.strictObject({ type: z.literal('sast_started') }),
  z.strictObject({ type: z.literal('sast_cancelled') }),
  z.strictObject({ type: z.literal('sast_resumed') }),
  z.strictObject({ type: z.literal('payment_failed'), invoiceId }),
  z.strictObject({ type: z.literal('payment_resolved'), invoiceId }),
]) satisfies z.ZodType<BillingEvent>;

const order = z.strictObject({
  organizationId: z.uuid(),
  /** Chosen by the operator: repeated under the same id, an event happens once. */
  eventId: z.uuid(),
  event: billingEvent,
});

/** An event of an account that is billed by agreement. @returns the account in brief.  @throws Problem */
export const apply = (input: unknown, { store }: OperatorPorts, { now }: Pick<StepContext, 'now'>) => {
  const { organizationId, eventId, event } = validateBody(order, input);
  const at = now.toISOString();
  return operateAccount(
    { operation: 'apply-billing-event', organizationId, actId: eventId, content: event },
    (state) => applyEvent(state, event, eventId, at),
    (state) => briefOf(state, at),
    store,
    now,
  );
};

export const handler = step(applyBillingEvent, { store: wireStore }, apply);

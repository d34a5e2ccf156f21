import * as z from 'zod';
import { validateBody } from '#contract/validate.ts';
import {
  applyBillingEvent as applyEvent,
  type BillingEvent,
} from '@scangate/domain/accounts/apply-billing-event';
import { accountSummary } from '@scangate/domain/accounts/account-summary';
import { planNames } from '@scangate/domain/identity/roles';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { applyBillingEvent } from '../index.ts';
import { runOperatorAct, type OperatorPorts } from '#app/operator/run-operator-act.ts';

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
export const applyOperatorEvent = (
  input: unknown,
  { store }: OperatorPorts,
  { now }: Pick<TaskContext, 'now'>,
) => {
  const { organizationId, eventId, event } = validateBody(order, input);
  const at = now.toISOString();
  return runOperatorAct(
    { operation: 'apply-billing-event', organizationId, actId: eventId, content: event },
    (state) => applyEvent(state, { event, eventId }, at),
    (state) => accountSummary(state, at),
    store,
    now,
  );
};

export const handler = task(applyBillingEvent, { store: wireStore }, applyOperatorEvent);

import * as z from 'zod';
import type { OperatorChange } from '@scangate/domain/accounts/apply-operator-change';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { queueShards } from '@scangate/domain/due-queue';
import { planNames } from '@scangate/domain/plans/plan-names';

/** Inputs of the operator's functions and of the local control plane. */

const licenses = z.int().min(1).max(100_000);
const credits = z.int().min(0).max(1_000_000_000);
const invoiceId = z.string().min(1).max(200);

/** Input of the steps that follow a restore. */
export const restoredInput = z.strictObject({
  /** The instant to which the tables were restored. */
  restoredTo: z.iso.datetime(),
});

/** Input of the step that continues restored ledgers, part by part. */
export const continueLedgersInput = restoredInput.extend({
  /** The `next` of the answer before. */
  from: z.strictObject({ shard: z.enum(queueShards), cursor: z.string().max(4_096).optional() }).optional(),
  /** The most pools of the call, to the end of their page. */
  pools: z.int().min(1).max(1_000).optional(),
});

export const provisionInput = z.strictObject({
  /** Chosen by the operator, so that a repeated invocation finds the organization of the first one. */
  organizationId: z.uuid(),
  name: z.string().min(1).max(200),
  plan: z.enum(planNames),
  /** Monthly by default. */
  period: z.enum(['month', 'year']).optional(),
  licenses: licenses.optional(),
  sastAddon: z.enum(['starter', 'team']).optional(),
  credits: z.strictObject({ core: credits.optional(), sast: credits.optional() }).optional(),
  parent: z.uuid().optional(),
  ownerEmail: z.email().max(254),
});

export const ownerInput = z.strictObject({ organizationId: z.uuid(), email: z.email().max(254) });

export const adjustmentInput = z.strictObject({
  organizationId: z.uuid(),
  /** Chosen by the operator: an adjustment that is repeated with the same id is applied once. */
  adjustmentId: z.uuid(),
  pool: z.enum(poolNames),
  amount: z.int().min(-1_000_000_000).max(1_000_000_000),
  motif: z.string().min(1).max(500),
  /** Makes it a promotional grant, whose remaining credits expire then. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
});

export const packRefundInput = z.strictObject({
  organizationId: z.uuid(),
  /** Chosen by the operator: a refund that is repeated with the same id is made once. */
  refundId: z.uuid(),
  /** The `cause` of the ledger entry that granted the pack. */
  payment: z.string().regex(/^(?:pack|recharge)#[\w-]{1,200}$/, 'expected the cause of a granted pack'),
  motif: z.string().min(1).max(500),
});

const subscription = {
  plan: z.enum(planNames),
  period: z.enum(['month', 'year']).optional(),
  licenses: licenses.optional(),
};

const operatorChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('plan_set'),
    ...subscription,
    credits: z.strictObject({ core: credits, sast: credits.optional() }).optional(),
  }),
  z.strictObject({ type: z.literal('plan_scheduled'), ...subscription }),
  z.strictObject({ type: z.literal('plan_undone') }),
  z.strictObject({ type: z.literal('licenses_added'), licenses, invoiceId: invoiceId.optional() }),
  z.strictObject({ type: z.literal('licenses_scheduled'), licenses }),
  z.strictObject({ type: z.literal('auto_renew'), enabled: z.boolean() }),
  z.strictObject({ type: z.literal('sast_started') }),
  z.strictObject({ type: z.literal('sast_cancelled') }),
  z.strictObject({ type: z.literal('sast_resumed') }),
  z.strictObject({ type: z.literal('payment_failed'), invoiceId }),
  z.strictObject({ type: z.literal('payment_resolved'), invoiceId }),
]) satisfies z.ZodType<OperatorChange>;

export const operatorChangeInput = z.strictObject({
  organizationId: z.uuid(),
  /** Chosen by the operator: an event that is repeated with the same id is applied once. */
  eventId: z.uuid(),
  event: operatorChange,
});

export const listAccountsInput = z.strictObject({
  plan: z.enum(planNames).optional(),
  held: z.boolean().optional(),
  differing: z.boolean().optional(),
  /** The number of organizations to return. */
  limit: z.int().min(1).max(100).default(50),
  cursor: z.string().min(1).max(500).optional(),
});

/** The organization whose SSO enforcement is lifted. */
export const enforcementInput = z.strictObject({ organizationId: z.uuid() });

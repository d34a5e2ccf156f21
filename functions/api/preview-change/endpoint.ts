import * as z from 'zod';
import { effectNames } from '@scangate/domain/accounts/preview-change';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { billingManagers } from '@scangate/domain/identity/roles';
import { addonSize, licenses, planSelection } from '#contract/schemas/billing.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { amount, instant } from '#contract/schemas/resources.ts';

const lines = z
  .array(z.object({ description: z.string(), amount }))
  .meta({ description: 'They add up to the amount: discounts, tax and balance are separate lines.' });
const value = z.union([z.string(), z.int(), z.boolean()]).nullable();

const body = z.discriminatedUnion('change', [
  planSelection.extend({ change: z.literal('checkout') }),
  planSelection.extend({ change: z.literal('plan') }),
  z.strictObject({ change: z.literal('undo_plan') }),
  z.strictObject({ change: z.literal('licenses'), licenses }),
  z.strictObject({ change: z.literal('auto_renew'), enabled: z.boolean() }),
  z.strictObject({ change: z.literal('sast_addon'), size: addonSize }),
  z.strictObject({ change: z.literal('cancel_sast_addon') }),
  z.strictObject({ change: z.literal('resume_sast_addon') }),
  z.strictObject({ change: z.literal('pack'), pack: z.enum(packNames) }),
]);

const preview = z.object({
  dueNow: amount,
  currency: z.string(),
  lines,
  nextInvoice: z.object({ amountDue: z.int(), currency: z.string(), lines, at: instant }).nullable().meta({
    description:
      'The next invoice of the plan after the change; null when there is none, or when a discount of the first invoice may not apply to it.',
  }),
  effects: z
    .array(z.object({ what: z.enum(effectNames), from: value, to: value, at: instant }))
    .meta({ description: 'The effects of the change, and when they start.' }),
});

export const endpoint = defineEndpoint({
  name: 'preview-change',
  method: 'POST',
  path: '/billing/preview',
  summary: 'Preview a change of the billing: what it costs and what it changes.',
  description:
    '`change` names the request, and the other fields are its body. The amounts are previews of the payment provider. ' +
    'Nothing is changed. A change that would be refused is refused here with the same answer.',
  roles: billingManagers,
  scopes: ['billing:write'],
  managedByParent: true,
  body,
  responses: { 200: { description: 'The preview.', schema: preview } },
  problems: ['conflict', 'entitlement_denied'],
  needs: { core: 'read', paymentProvider: true },
});

import { SSMClient } from '@aws-sdk/client-ssm';
import { Problem } from '@scangate/domain/problem';
import { readParameter } from '#adapters/ssm/read-parameter.ts';
import { stripeClient } from '#adapters/stripe/client.ts';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import { stripePaymentProvider } from '#adapters/stripe/payment-provider.ts';
import type { EnvironmentName } from '#contract/permissions.ts';
import type { PaymentEventReader, PaymentProvider } from '#ports/payment-provider.ts';
import { optionalEnv } from '../env.ts';
import { reopeningPort } from './reopening-port.ts';

/** @throws Problem conflict when payments are not enabled. */
const readSecret = async (variable: EnvironmentName): Promise<string> => {
  const name = optionalEnv(variable);
  const secret = name && (await readParameter(new SSMClient(), name));
  if (!secret) throw new Problem('conflict', { detail: 'Payments are not configured here.' });
  return secret;
};

const providerMethods: Record<keyof PaymentProvider, true> = {
  subscription: true,
  subscriptions: true,
  invoice: true,
  invoices: true,
  checkout: true,
  customer: true,
  charge: true,
  chargeOfInvoice: true,
  findPromotion: true,
  currentPrices: true,
  preview: true,
  previewOrder: true,
  findRechargeInvoice: true,
  createCustomer: true,
  deleteCustomer: true,
  openPlanCheckout: true,
  openPackCheckout: true,
  expireCheckout: true,
  openPortal: true,
  setBillingDetails: true,
  scheduleNext: true,
  releaseSchedule: true,
  cancelAtPeriodEnd: true,
  cancelNow: true,
  raiseQuantity: true,
  setNextQuantity: true,
  startAddon: true,
  adoptPaymentMethod: true,
  applyPromotion: true,
  computeTaxes: true,
  draftPackInvoice: true,
  finalizeInvoice: true,
  payInvoice: true,
  voidInvoice: true,
  refundCharge: true,
};

/** The local cloud sets the address of its Stripe emulator, as it does for AWS services. */
const apiBase = (): string | undefined => process.env['STRIPE_API_BASE'] || undefined;

export const wirePaymentProvider = (): PaymentProvider =>
  reopeningPort<PaymentProvider>(providerMethods, async () => {
    const client = stripeClient(await readSecret('STRIPE_SECRET_PARAMETER'), apiBase());
    return stripePaymentProvider(client, {
      returnUrl: optionalEnv('BILLING_RETURN_URL') ?? '',
      automaticTax: optionalEnv('AUTOMATIC_TAX') === 'true',
    });
  });

export const wirePaymentEvents = (): PaymentEventReader =>
  reopeningPort<PaymentEventReader>({ read: true }, async () =>
    stripeEventReader(await readSecret('STRIPE_WEBHOOK_SECRET_PARAMETER')),
  );

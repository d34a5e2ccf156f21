import { isDeepStrictEqual } from 'node:util';
import { withDetailsHandedOver, withoutRefusedDetails } from '@scangate/domain/payments/billing-details';
import { Transient } from '@scangate/domain/problem';
import type { PaymentAccount } from '@scangate/domain/records';
import { errorFields } from '#ports/log.ts';
import { PaymentProviderRefused } from '#ports/payment-provider.ts';
import { changePaymentAccount, loadPaymentAccount } from './payment-account.ts';
import type { PaymentPorts } from './payment-ports.ts';

/** The limit of calls that send the details of one request: each further call follows a concurrent change. */
const mostCalls = 8;

/**
 * Sends the stored details.
 * @returns the refusal, if any.
 */
const handOver = async (
  { accountId, customerId, billingDetails, detailsChange }: PaymentAccount,
  { store, paymentProvider, log }: PaymentPorts,
): Promise<PaymentProviderRefused | undefined> => {
  if (customerId === undefined || !billingDetails || !detailsChange) return undefined;
  const { changeId } = detailsChange;
  try {
    await paymentProvider.setBillingDetails(`details:${changeId}`, customerId, billingDetails);
  } catch (error) {
    if (!(error instanceof PaymentProviderRefused) || error.isOfKey) throw error;
    log.warn('the payment provider refused billing details', { accountId, ...errorFields(error) });
    await changePaymentAccount(accountId, (row) => withoutRefusedDetails(row, changeId), store);
    return error;
  }
  await changePaymentAccount(
    accountId,
    (row) => {
      const isNewer = row.detailsChange?.changeId !== changeId;
      // A later change was sent during this call, which may have overwritten it at the provider.
      if (isNewer && !row.detailsChange && !isDeepStrictEqual(row.billingDetails, billingDetails))
        return { ...row, detailsChange: { changeId: `${changeId}:again` } };
      return withDetailsHandedOver(row, changeId);
    },
    store,
  );
  return undefined;
};

/**
 * Sends the stored billing details to the payment provider, until it has those of the latest change
 * (docs/adr/0010-payments.md).
 * @returns the first refusal, after which the former details are in force again.
 * @throws Transient while others keep changing them; the rest is sent by the reconcile job.
 */
export const syncBillingDetails = async (
  accountId: string,
  ports: PaymentPorts,
): Promise<PaymentProviderRefused | undefined> => {
  let refusal: PaymentProviderRefused | undefined;
  for (let calls = 0; calls <= mostCalls; calls++) {
    const stored = await loadPaymentAccount(accountId, ports.store);
    if (stored?.customerId === undefined || !stored.billingDetails || !stored.detailsChange) return refusal;
    if (calls < mostCalls) refusal = (await handOver(stored, ports)) ?? refusal;
  }
  throw new Transient('the billing details keep changing');
};

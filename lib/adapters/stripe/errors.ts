import { Stripe } from 'stripe';
import { Transient } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';

const { StripeError, StripeCardError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;

/** Declines that Stripe asks not to disclose to the cardholder. */
const undisclosed = new Set(['fraudulent', 'lost_card', 'merchant_blacklist', 'pickup_card', 'stolen_card']);

/** Returns the code of a decline that may be disclosed. */
export const declineCode = (error: { code?: string | null; decline_code?: string | null }): string => {
  const code = error.decline_code || error.code || 'card_declined';
  if (code.endsWith('_payment_intent_requires_action')) return 'authentication_required';
  return undisclosed.has(code) ? 'generic_decline' : code;
};

type AnyStripeError = InstanceType<typeof StripeError>;

/** Returns whether the same call under the same key may succeed later. */
const isTransient = (error: AnyStripeError): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeRateLimitError ||
  error.code === 'lock_timeout' ||
  // Another call under this key is still running.
  error.statusCode === 409 ||
  error.statusCode === undefined ||
  error.statusCode >= 500;

/** Whether the given customer has no payment method. */
const lacksPaymentMethod = ({ statusCode, code, param }: AnyStripeError): boolean =>
  statusCode === 400 && code === 'resource_missing' && !param;

/** Describes an error by its codes, because Stripe's own message may quote the request. */
const describe = (what: string, { code, param, statusCode, requestId }: AnyStripeError): string =>
  [what, code, param && `at ${param}`, statusCode && `(${statusCode})`, requestId].filter(Boolean).join(' ');

/** Maps an error of the client to one of the port. */
const toPortError = (error: unknown): unknown => {
  if (!(error instanceof StripeError)) return error;
  if (isTransient(error)) return new Transient(describe(`Stripe does not respond: ${error.type}`, error));
  if (error instanceof StripeCardError) return new CardDeclined(declineCode(error));
  if (lacksPaymentMethod(error)) return new CardDeclined('no_payment_method');
  const { code, rawType, statusCode } = error;
  if (statusCode === 401 || statusCode === 403) {
    return new PaymentProviderRefused('key_refused', describe('Stripe refuses our key:', error));
  }
  return new PaymentProviderRefused(code ?? rawType ?? 'refused', describe('Stripe refuses:', error));
};

/** Waits for a call and maps its errors. @throws Transient, CardDeclined, PaymentProviderRefused */
export const request = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw toPortError(error);
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof PaymentProviderRefused && error.code === 'resource_missing';

/** Waits for a call as `request` does; undefined when the object does not exist. */
export const find = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await request(call);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

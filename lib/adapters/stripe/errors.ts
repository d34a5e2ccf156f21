import { Stripe } from 'stripe';
import { Transient } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';

const { StripeError, StripeCardError, StripeConnectionError, StripeRateLimitError } = Stripe.errors;

/** Declines that Stripe asks to keep from whoever holds the card. */
const undisclosed = new Set(['fraudulent', 'lost_card', 'merchant_blacklist', 'pickup_card', 'stolen_card']);

/** What a decline may be called outside. */
export const declineCode = (of: { code?: string | null; decline_code?: string | null }): string => {
  const code = of.decline_code || of.code || 'card_declined';
  if (code.endsWith('_payment_intent_requires_action')) return 'authentication_required';
  return undisclosed.has(code) ? 'generic_decline' : code;
};

type Raised = InstanceType<typeof StripeError>;

/** Of a state that passes: the same call under the same key may be asked again. */
const mayPass = (error: Raised): boolean =>
  error instanceof StripeConnectionError ||
  error instanceof StripeRateLimitError ||
  error.code === 'lock_timeout' ||
  // Another call under the same key is still running.
  error.statusCode === 409 ||
  error.statusCode === undefined ||
  error.statusCode >= 500;

/** It was told which customer, and that one has nothing to pay with. */
const lacksMethod = ({ statusCode, code, param }: Raised): boolean =>
  statusCode === 400 && code === 'resource_missing' && !param;

/** What an error may say: Stripe's own words may quote what was sent. */
const described = (what: string, { code, param, statusCode, requestId }: Raised): string =>
  [what, code, param && `at ${param}`, statusCode && `(${statusCode})`, requestId].filter(Boolean).join(' ');

/** An error of the client as one of the port's; the only place where they are told apart. */
const asTillError = (error: unknown): unknown => {
  if (!(error instanceof StripeError)) return error;
  if (mayPass(error)) return new Transient(described(`the till does not answer: ${error.type}`, error));
  if (error instanceof StripeCardError) return new CardDeclined(declineCode(error));
  if (lacksMethod(error)) return new CardDeclined('no_payment_method');
  const { code, rawType, statusCode } = error;
  if (statusCode === 401 || statusCode === 403) {
    return new PaymentProviderRefused('key_refused', described('the till refuses our key:', error));
  }
  return new PaymentProviderRefused(code ?? rawType ?? 'refused', described('the till refuses:', error));
};

/** Waits for a call. @throws Transient, CardDeclined, TillRefused */
export const request = async <T>(call: Promise<T>): Promise<T> => {
  try {
    return await call;
  } catch (error) {
    throw asTillError(error);
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof PaymentProviderRefused && error.code === 'resource_missing';

/** As `ask`; what does not exist is undefined. */
export const find = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await request(call);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

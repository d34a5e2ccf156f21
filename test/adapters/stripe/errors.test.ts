import { describe, expect, test } from 'vitest';
import { request, find } from '#adapters/stripe/errors.ts';
import { Transient } from '@scangate/domain/problem';
import { CardDeclined, PaymentProviderRefused } from '#ports/payment-provider.ts';
import { errorAnswer, scriptedStripe, type ScriptedAnswer } from './scripted-stripe.ts';

const raised = async (answer: ScriptedAnswer | Error): Promise<Error & { code?: string }> => {
  const { stripe } = scriptedStripe({ 'POST /v1/invoices/in_1/pay': () => answer });
  return request(stripe.invoices.pay('in_1', {}, { idempotencyKey: 'k' })).then(
    () => expect.fail('nothing was raised'),
    (error: unknown) => error as Error,
  );
};

describe('an error of Stripe', () => {
  test.each([
    ['a lost connection', new TypeError('fetch failed')],
    ['a timeout', Object.assign(new Error('aborted'), { name: 'AbortError' })],
    ['500', errorAnswer(500, { type: 'api_error' })],
    ['503', errorAnswer(503, { type: 'api_error' })],
    ['too many requests', errorAnswer(429, { code: 'rate_limit' })],
    ['a lock', errorAnswer(429, { code: 'lock_timeout' })],
    ['a lock, whatever its status', errorAnswer(400, { code: 'lock_timeout' })],
    [
      'the same key in progress',
      errorAnswer(409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }),
    ],
  ])('is transient: %s', async (_, answer) => {
    expect(await raised(answer)).toBeInstanceOf(Transient);
  });

  test.each([
    [{ code: 'card_declined', decline_code: 'insufficient_funds' }, 'insufficient_funds'],
    [{ code: 'expired_card' }, 'expired_card'],
    [{ code: 'authentication_required' }, 'authentication_required'],
    [{ code: 'invoice_payment_intent_requires_action' }, 'authentication_required'],
    [{ code: 'subscription_payment_intent_requires_action' }, 'authentication_required'],
    [{}, 'card_declined'],
  ])('%j is a declined card: %s', async (error, code) => {
    const answer = errorAnswer(402, { type: 'card_error', ...error });
    expect(await raised(answer)).toMatchObject({ name: 'CardDeclined', code });
  });

  test.each(['lost_card', 'stolen_card', 'fraudulent', 'pickup_card'])(
    'does not disclose that a card is %s',
    async (decline_code) => {
      const error = await raised(
        errorAnswer(402, { type: 'card_error', code: 'card_declined', decline_code }),
      );
      expect(error).toMatchObject({ code: 'generic_decline' });
      expect(JSON.stringify([error.message, error.stack])).not.toContain(decline_code);
    },
  );

  test('is a declined card where the customer has none', async () => {
    const error = await raised(errorAnswer(400, { code: 'resource_missing' }));
    expect(error).toBeInstanceOf(CardDeclined);
    expect(error.code).toBe('no_payment_method');
  });

  test.each([
    [400, { code: 'invoice_not_editable' }, 'invoice_not_editable'],
    [400, {}, 'invalid_request_error'],
    [400, { type: 'idempotency_error' }, 'idempotency_error'],
    [400, { code: 'resource_missing', param: 'customer' }, 'resource_missing'],
    [404, { code: 'resource_missing', param: 'invoice' }, 'resource_missing'],
    [401, {}, 'key_refused'],
    [403, {}, 'key_refused'],
  ])('%i %j is refused: %s', async (status, error, code) => {
    expect(await raised(errorAnswer(status, error))).toMatchObject({ name: 'PaymentProviderRefused', code });
  });

  test.each([
    new TypeError('fetch failed for sk_test_secret'),
    errorAnswer(500, {}),
    errorAnswer(429, {}),
    errorAnswer(402, { type: 'card_error', code: 'card_declined' }),
    errorAnswer(400, { code: 'email_invalid', param: 'email' }),
    errorAnswer(401, {}),
  ])('quotes nothing that was sent: case %#', async (answer) => {
    const error = await raised(answer);
    const disclosed = JSON.stringify([error.message, error.stack, error.cause, Object.values(error)]);
    expect(disclosed).not.toMatch(/jane@example\.com|sk_test_secret/);
  });

  test('names the request, so that it can be found at Stripe', async () => {
    const { message } = await raised(errorAnswer(400, { code: 'email_invalid', param: 'email' }));
    expect(message).toBe('Stripe refuses: email_invalid at email (400) req_1');
  });

  test('of our own code is not mapped', async () => {
    const own = new Error('ours');
    await expect(request(Promise.reject(own))).rejects.toBe(own);
  });
});

test('a missing object is undefined for `find`, and any other refusal is thrown', async () => {
  const gone = errorAnswer(404, { code: 'resource_missing', param: 'id' });
  const other = errorAnswer(400, { code: 'url_invalid' });
  const { stripe } = scriptedStripe({ 'GET /v1/invoices/in_1': gone, 'GET /v1/invoices/in_2': other });
  expect(await find(stripe.invoices.retrieve('in_1'))).toBeUndefined();
  await expect(find(stripe.invoices.retrieve('in_2'))).rejects.toThrow(PaymentProviderRefused);
});

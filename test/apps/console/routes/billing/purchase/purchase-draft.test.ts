import { describe, expect, test } from 'vitest';
import { ApiProblem, ConnectionLost } from '@scangate/client';
import { Offline } from '@scangate/console/session/browser/offline.ts';
import {
  afterFailure,
  noteCheckout,
  noteSent,
  purchaseState,
  reviewPurchase,
  type BillingChange,
} from '@scangate/console/routes/billing/purchase/purchase-draft.ts';

const keys = () => {
  let made = 0;
  return () => `key-${(made += 1)}`;
};
const pack: BillingChange = { change: 'pack', pack: 'core-100' };
const problem = (status: number, code: string) => new ApiProblem(status, new Headers(), { code });

describe('the key of a purchase', () => {
  test('is the same after a reload and a second click', () => {
    const newKey = keys();
    const first = noteSent(reviewPurchase(undefined, pack, newKey));
    const reloaded = JSON.parse(JSON.stringify(first)) as typeof first;
    expect(reviewPurchase(reloaded, { ...pack }, newKey)).toEqual(first);
  });

  test('differs for another purchase', () => {
    const newKey = keys();
    const first = reviewPurchase(undefined, pack, newKey);
    const second = reviewPurchase(first, { change: 'pack', pack: 'core-500' }, newKey);
    expect([first.idempotencyKey, second.idempotencyKey]).toEqual(['key-1', 'key-2']);
    const third = reviewPurchase(second, { change: 'plan', plan: 'Team', interval: 'year' }, newKey);
    expect(third.idempotencyKey).toBe('key-3');
  });

  test('stays when the outcome is unknown, so that sending again charges once', () => {
    const sent = noteSent(reviewPurchase(undefined, pack, keys()));
    const lost = [
      new ConnectionLost('lost'),
      problem(503, 'temporarily_unavailable'),
      problem(500, 'system_error'),
      problem(409, 'idempotency_in_progress'),
      new TypeError('The answer cannot be read.'),
    ];
    for (const error of lost) expect(afterFailure(sent, error, keys())).toEqual(sent);
  });

  test('is replaced after a refusal of the purchase itself, which charged nothing', () => {
    const newKey = keys();
    const sent = noteSent(reviewPurchase(undefined, pack, newKey));
    for (const error of [
      problem(402, 'card_declined'),
      problem(409, 'conflict'),
      problem(422, 'limit_reached'),
    ]) {
      const next = afterFailure(sent, error, newKey);
      expect(next.step).toBe('review');
      expect(next.idempotencyKey).not.toBe(sent.idempotencyKey);
    }
  });

  test('stays with its step after a refusal that does not concern an earlier attempt', () => {
    const review = reviewPurchase(undefined, pack, keys());
    const silent = [
      new Offline(),
      problem(401, 'unauthenticated'),
      problem(403, 'reauthentication_required'),
      problem(429, 'rate_limited'),
    ];
    for (const error of silent)
      for (const before of [review, noteSent(review)])
        expect(afterFailure(before, error, keys())).toEqual(before);
  });
});

describe('the state of a purchase', () => {
  const review = reviewPurchase(undefined, pack, keys());
  const paying = noteCheckout(noteSent(review), { checkoutUrl: 'https://pay.example/1', balance: 10 });
  const state = purchaseState;

  test('there is none before the button is clicked', () => {
    expect(state({ draft: undefined, way: undefined, isInForce: false })).toBe('none');
    expect(state({ draft: review, way: undefined, isInForce: false })).toBe('none');
  });

  test('a reload before the answer leaves it unknown', () => {
    expect(state({ draft: noteSent(review), way: undefined, isInForce: false })).toBe('unknown');
  });

  test('after returning without payment it is open, and can be continued', () => {
    expect(state({ draft: paying, way: 'cancelled', isInForce: false })).toBe('unpaid');
    expect(state({ draft: paying, way: undefined, isInForce: false })).toBe('unpaid');
  });

  test('after payment, until it is known, it is being confirmed', () => {
    expect(state({ draft: paying, way: 'success', isInForce: false })).toBe('confirming');
    expect(state({ draft: undefined, way: 'success', isInForce: false })).toBe('returned');
  });

  test('once in force, it is confirmed, even without a return from the payment page', () => {
    expect(state({ draft: paying, way: 'success', isInForce: true })).toBe('confirmed');
    expect(state({ draft: paying, way: undefined, isInForce: true })).toBe('confirmed');
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { openBuyerWorld, type BuyerWorld } from '#test/support/payments/buyer-world.ts';
import { subscribe } from '#test/support/payments/payment-world.ts';
import { noon } from '#test/support/world.ts';
import { handler } from '#functions/jobs/send-reminders/handler.ts';

let buyer: BuyerWorld;

beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.setSystemTime(noon);
  resetWorld();
  buyer = await openBuyerWorld();
  await subscribe(buyer, { plan: 'Team', interval: 'year', licenses: 5 });
});

const remindAt = async (at: string) => {
  await buyer.to(at);
  vi.setSystemTime(at);
  return handler({});
};
const reminders = () => world.store.all('mail').filter(({ kind }) => kind === 'renewal_upcoming');

test('a week before a yearly renewal the mail states what Stripe will charge, and a second run sends none', async () => {
  await remindAt('2027-03-02T12:00:00.000Z');
  expect(reminders()).toEqual([]);
  await remindAt('2027-03-03T13:00:00.000Z');
  await remindAt('2027-03-04T13:00:00.000Z');
  const subscriptionId = world.store
    .all('paymentAccount')
    .flatMap((row) => (row.accountId === buyer.accountId ? [row.subscriptionId ?? ''] : []))
    .join('');
  const next = await world.paymentProvider?.preview(subscriptionId);
  expect(next).toBeDefined();
  expect(reminders()).toMatchObject([{ facts: { plan: 'Team', amount: next?.amountDue, currency: 'usd' } }]);
});

test('in a deployment without payments the mail is sent without an amount', async () => {
  world.paymentProvider = undefined;
  await remindAt('2027-03-04T13:00:00.000Z');
  expect(reminders()).toHaveLength(1);
  expect(reminders()[0]?.facts).not.toHaveProperty('amount');
});

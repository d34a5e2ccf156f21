import type { Journey, Traveler } from './journey.ts';

/** Brings the events that Stripe sent until now to the webhook. */
const deliverEvents = async ({ payments, ask }: Traveler): Promise<void> => {
  await payments.stripe.idle();
  for (const { headers, body } of payments.sent.splice(0))
    await ask('stripe-webhook', { as: 'nobody', headers, raw: body });
};

const openSession = ({ payments }: Traveler): string => {
  const sessions = payments.stripe.control.state()['checkout.session'] as { id: string; status: string }[];
  return sessions.findLast(({ status }) => status === 'open')?.id ?? '';
};

const pay = async (traveler: Traveler): Promise<void> => {
  traveler.payments.stripe.control.completeCheckout(openSession(traveler), { card: 'ok' });
  await deliverEvents(traveler);
};

const offer = async ({ payments }: Traveler, code: string): Promise<void> => {
  const { id: coupon } = await payments.client.coupons.create({ percent_off: 50, duration: 'once' });
  await payments.client.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
};

/** An organization on Free buys a plan with everything around it. */
const subscribing: Journey = {
  name: 'subscribing',
  tenant: 'charlie',
  go: async (traveler) => {
    const { ask, payments } = traveler;
    await payments.to(new Date().toISOString());
    await ask('get-prices');
    await ask('set-billing-details', { body: { name: 'Acme', email: 'billing@example.com' } });
    await ask('get-billing-details');
    await offer(traveler, 'HALF');
    await ask('redeem-coupon', { body: { code: 'HALF' } });
    await ask('open-checkout', { body: { plan: 'Team', interval: 'month', licenses: 6 } });
    await pay(traveler);
    await ask('get-billing-status');
    await ask('start-sast-addon', { body: { size: 'team' } });
    await ask('preview-change', { body: { change: 'licenses', licenses: 8 } });
    await ask('change-licenses', { body: { licenses: 8 } });
    await ask('cancel-sast-addon');
    await ask('resume-sast-addon');
    await ask('set-auto-renew', { body: { enabled: false } });
    await ask('list-invoices');
    await ask('open-portal');
    await deliverEvents(traveler);
  },
};

/** An organization buys the smallest plan for a year, and credits. */
const buyingCredits: Journey = {
  name: 'buying credits',
  tenant: 'charlie',
  go: async (traveler) => {
    const { ask, payments } = traveler;
    await payments.to(new Date().toISOString());
    await ask('open-checkout', { body: { plan: 'Starter', interval: 'year' } });
    await pay(traveler);
    await ask('preview-change', { body: { change: 'pack', pack: 'core-100' } });
    await ask('buy-pack', { body: { pack: 'core-100' } });
    await pay(traveler);
    await ask('open-portal');
    await ask('list-ledger');
  },
};

export const buyingJourneys: readonly Journey[] = [subscribing, buyingCredits];

import { minuteMs } from '@scangate/domain/instant';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAs, type Act } from './actions.ts';
import type { ApiAnswer } from './api.ts';

const payers = ['owner', 'billing'] as const;

/** Does what a buyer does at Stripe, which may refuse it. */
const atStripe = (act: () => unknown): void => {
  try {
    act();
  } catch {
    // A card is declined, or what was to be paid is gone.
  }
};

const completeLater = async (world: World, answer: ApiAnswer | undefined): Promise<void> => {
  const sessionId = answer?.body['sessionId'];
  if (answer?.status !== 201 || typeof sessionId !== 'string') return;
  await world.scheduler.sleep(5_000 + world.scheduler.draw(600_000));
  if (world.scheduler.random() < 0.2) return;
  const card = world.scheduler.random() < 0.85 ? 'ok' : 'declined';
  atStripe(() => world.stripe.emulator.control.completeCheckout(sessionId, { card }));
};

const selections = [
  { plan: 'Starter', interval: 'month' },
  { plan: 'Starter', interval: 'year' },
  { plan: 'Team', interval: 'month', licenses: 6 },
  { plan: 'Team', interval: 'year', licenses: 8 },
] as const;

/** Opens a checkout and completes it, with a card that may be declined, or leaves it. */
export const checkout: Act = async (world, organization) => {
  const body = world.scheduler.pick(selections);
  const as = { world, organization, roles: payers };
  await completeLater(world, await callAs(as, 'open-checkout', { body, key: ids.uuid() }));
};

export const buyPack: Act = async (world, organization) => {
  const body = { pack: world.scheduler.pick(['core-100', 'core-500', 'sast-25']) };
  const as = { world, organization, roles: payers };
  await completeLater(world, await callAs(as, 'buy-pack', { body, key: ids.uuid() }));
};

export const changeSubscription: Act = async (world, organization) => {
  const as = { world, organization, roles: payers };
  const { scheduler } = world;
  const [name, call] = scheduler.pick([
    ['change-licenses', { body: { licenses: 5 + scheduler.draw(6) }, key: ids.uuid() }],
    ['change-plan', { body: scheduler.pick(selections) }],
    ['undo-plan-change', {}],
    ['set-auto-renew', { body: { enabled: scheduler.random() < 0.6 } }],
    ['start-sast-addon', { body: { size: scheduler.pick(['starter', 'team']) }, key: ids.uuid() }],
    ['cancel-sast-addon', {}],
    ['resume-sast-addon', {}],
  ] as const);
  await callAs(as, name, call);
};

/** The changes of a subscription that follow each other, each a while after the one before. */
const changesInOrder = [
  ['change-plan', { body: { plan: 'Team', interval: 'month', licenses: 6 } }],
  ['change-licenses', { body: { licenses: 9 } }],
  ['start-sast-addon', { body: { size: 'starter' } }],
  ['cancel-sast-addon', {}],
  ['resume-sast-addon', {}],
  ['change-plan', { body: { plan: 'Starter', interval: 'month' } }],
  ['undo-plan-change', {}],
  ['set-auto-renew', { body: { enabled: false } }],
  ['set-auto-renew', { body: { enabled: true } }],
] as const;

const withKey = new Set(['change-licenses', 'start-sast-addon']);

/** Somebody with a card that is good subscribes, unless somebody has, and makes one change after the other. */
export const subscribeAndChange: Act = async (world, organization) => {
  const { scheduler, stripe } = world;
  const { organizationId } = organization;
  const as = { world, organization, roles: payers };
  const body = { plan: 'Team', interval: 'month', licenses: 6 };
  const opened = await callAs(as, 'open-checkout', { body, key: ids.uuid() });
  const sessionId = opened?.status === 201 ? opened.body['sessionId'] : undefined;
  await scheduler.sleep(minuteMs);
  if (typeof sessionId === 'string')
    atStripe(() => stripe.emulator.control.completeCheckout(sessionId, { card: 'ok' }));
  else atStripe(() => stripe.emulator.control.setCard({ organizationId }, 'ok'));
  for (const [name, call] of changesInOrder) {
    await scheduler.sleep(10 * minuteMs);
    await callAs(as, name, { ...call, ...(withKey.has(name) && { key: ids.uuid() }) });
  }
};

export const setRecharge: Act = async (world, organization) => {
  const body = {
    // Where years pass, most leave it off: a pool that is below its threshold and cannot be charged is tried each hour.
    enabled: world.scheduler.random() < (world.isLong ? 0.2 : 0.8),
    threshold: world.scheduler.pick([100, 800, 1_500]),
    monthlyCap: 3,
  };
  await callAs({ world, organization, roles: ['owner'] }, 'change-auto-recharge', {
    query: { pool: 'core' },
    body,
    headers: { 'If-Match': '*' },
  });
};

/** A card expires, is declined from now on, or is replaced. */
export const changeCard: Act = async (world, { organizationId }) => {
  const card = world.scheduler.pick(['ok', 'declined'] as const);
  atStripe(() => world.stripe.emulator.control.setCard({ organizationId }, card));
};

/** Pays an invoice manually. */
export const payOpenInvoice: Act = async (world, { organizationId }) => {
  const open = world.stripe.objects('invoice').filter(({ status, metadata }) => {
    return status === 'open' && metadata?.['accountId'] === organizationId;
  });
  const [first] = open;
  if (first) atStripe(() => world.stripe.emulator.control.payInvoice(String(first.id)));
};

/** Opens the page of Stripe where a card is replaced. */
export const openPortal: Act = async (world, organization) => {
  await callAs({ world, organization, roles: payers }, 'open-portal', { key: ids.uuid() });
};

/** Stripe offers a code, which somebody redeems, now and then twice. */
export const redeemCoupon: Act = async (world, organization) => {
  const { scheduler, stripe } = world;
  const code = `OFFER-${organization.taint}-${scheduler.draw(1e6)}`;
  const client = stripe.client();
  try {
    const { id: coupon } = await client.coupons.create({ percent_off: 20, duration: 'once' });
    await client.promotionCodes.create({ promotion: { type: 'coupon', coupon }, code });
  } catch {
    // Stripe may not answer, and somebody tries a code that nobody offers.
  }
  const redeem = () => callAs({ world, organization, roles: payers }, 'redeem-coupon', { body: { code } });
  await redeem();
  if (scheduler.random() < 0.2) await redeem();
};

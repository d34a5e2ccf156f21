import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renewAccount } from '../../../functions/billing/change-account.ts';
import { sendAll } from '../../../functions/jobs/send-mails.ts';
import { refuseOnHold } from '../../../lib/domain/billing/payment-hold.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import { MailRefused } from '../../../lib/ports/mailer.ts';
import { causesOf, poolOf } from '../../support/accounts.ts';
import { Cut, cutting } from '../../support/cuts.ts';
import { hearAll, hearEvent, takeMessages } from '../../support/till-hearing.ts';
import { atStripe, living, tillFaults } from '../../support/till-faults.ts';
import * as ask from '../../support/till-requests.ts';
import { accountOf, mailsOf, onPlan, openInvoices, setCard, sweep, until } from '../../support/till-story.ts';
import { viewOf } from '../../support/till-view.ts';
import { stepAt } from '../../support/workflow.ts';
import { openTillWorld, type TillWorld } from '../../support/till-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const sound = async (world: TillWorld): Promise<void> => expect(await tillFaults(world)).toEqual([]);
const pool = (world: TillWorld, name: 'core' | 'sast' = 'core') => poolOf(world.store, world.accountId, name);
const renewals = (world: TillWorld) =>
  causesOf(world.store, world.accountId).filter((cause) => cause.startsWith('refill#2026-04-10'));

describe('a renewal', () => {
  test('`invoice.paid` and `payment_succeeded` both granting: refilled once, one receipt', async () => {
    const world = await onPlan('Team');
    await world.to('2026-04-10T14:00:00.000Z');
    const events = await takeMessages(world);
    const paid = events.filter(({ type }) => /^invoice\.(?:paid|payment_succeeded)$/.test(type));
    expect(paid).toHaveLength(2);
    await Promise.all([...paid, ...paid].map((event) => hearEvent(event, world, world.now())));
    expect(renewals(world)).toHaveLength(1);
    expect(pool(world)).toMatchObject({ available: 600, consumed: 0 });
    expect(mailsOf(world, 'receipt')).toHaveLength(1);
    await sound(world);
  });

  test('event marked seen before its effect is written: there is no mark, so hearing it again does it', async () => {
    const world = await onPlan('Team');
    await world.to('2026-04-10T14:00:00.000Z');
    const event = (await takeMessages(world)).find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('nothing was paid');
    for (let call = 1; call <= 4; call++) {
      const { ports } = cutting({ store: world.store, till: world.till }, new Map([[call, 'before']]));
      await expect(hearEvent(event, ports, world.now())).rejects.toThrow(Cut);
      expect(renewals(world)).toEqual([]);
    }
    await hearEvent(event, world, world.now());
    expect(renewals(world)).toHaveLength(1);
    await sound(world);
  });

  test('a zero-due invoice that makes `pay` throw: nothing to pay is paid, and refills', async () => {
    const world = await openTillWorld();
    const coupon = await world.client.coupons.create({ percent_off: 100, duration: 'forever' });
    const promotion = await world.client.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
    });
    await ask.redeem({ world, id: 'code' }, promotion.id);
    const { sessionId } = await ask.checkout({ world, id: 'free' }, { plan: 'Starter', interval: 'month' });
    world.stripe.control.completeCheckout(sessionId);
    await hearAll(world);
    expect(accountOf(world).plan).toBe('Starter');
    await until(world, '2026-04-10');
    const [first, second] = atStripe(world, 'invoice');
    expect([first?.amount_due, second?.amount_due]).toEqual([0, 0]);
    expect(await world.till.payInvoice('again', String(second?.id))).toEqual({ outcome: 'paid' });
    expect(renewals(world)).toHaveLength(1);
    await sound(world);
  });

  test('messages all dropped for a week: after the sweep everything is as with them', async () => {
    const live = async (hears: boolean) => {
      const world = await onPlan('Team');
      const listen = () => (hears ? hearAll(world) : takeMessages(world));
      await ask.startAddon({ world, id: 'addon' }, 'team');
      await world.to('2026-04-08T00:00:00.000Z');
      await ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' });
      await listen();
      await world.to('2026-04-09T00:00:00.000Z');
      const { sessionId } = await ask.packCheckout({ world, id: 'pack' }, 'core-100');
      world.stripe.control.completeCheckout(sessionId);
      await listen();
      await world.to('2026-04-10T14:00:00.000Z');
      await listen();
      await world.to('2026-04-15T00:00:00.000Z');
      await listen();
      await sweep(world);
      await sound(world);
      return world;
    };
    const deaf = await live(false);
    expect(accountOf(deaf)).toMatchObject({ plan: 'Starter', sastAddon: { size: 'starter' } });
    expect(viewOf(deaf)).toEqual(viewOf(await live(true)));
  });

  test('a mail error undoing a grant: what is paid stays given, and its receipt is kept for later', async () => {
    const world = await onPlan('Team');
    await until(world, '2026-04-10');
    const refuses = { send: () => Promise.reject(new MailRefused('Throttling')) };
    const before = pool(world);
    await sendAll(null, { store: world.store, mailer: refuses } as never, stepAt(world.now()));
    expect(pool(world)).toEqual(before);
    expect(mailsOf(world, 'receipt')).toMatchObject([{ attempts: 1, open: expect.any(String) }]);
    await sound(world);
  });

  test('by the year: refilled each month, and not while the next year is unpaid', async () => {
    const world = await onPlan('Starter', { interval: 'year' });
    await until(world, '2027-03-09');
    setCard(world, 'declined');
    const renew = () => renewAccount(world.accountId, world.store, world.now().toISOString());
    await renew();
    const refills = () =>
      causesOf(world.store, world.accountId).filter((cause) => cause.startsWith('refill#')).length;
    const inAYear = refills();
    await until(world, '2027-03-10');
    await renew();
    await until(world, '2027-03-20');
    await renew();
    expect([refills() - inAYear, accountOf(world).unpaidInvoices.length]).toEqual([0, 1]);
    await sound(world);
    setCard(world, 'ok');
    await hearAll(world);
    await until(world, '2027-05-11');
    await renew();
    expect([refills() - inAYear, accountOf(world).unpaidInvoices.length]).toEqual([3, 0]);
    expect(pool(world).periodStartAt).toBe('2027-05-10T12:00:00.000Z');
    await sound(world);
  });
});

describe('a renewal that fails', () => {
  const failing = async (): Promise<TillWorld> => {
    const world = await onPlan('Team');
    await ask.startAddon({ world, id: 'addon' }, 'team');
    setCard(world, 'declined');
    await until(world, '2026-04-10');
    return world;
  };

  test('paying any invoice clears the hold: not while the other, of the add-on, is unpaid', async () => {
    const world = await failing();
    expect(accountOf(world).unpaidInvoices).toHaveLength(2);
    const [plan] = openInvoices(world, 'plan');
    world.stripe.control.payInvoice(plan ?? '', 'ok');
    await hearAll(world);
    expect(() => refuseOnHold(accountOf(world))).toThrow(Problem);
    await sound(world);
    const [addon] = openInvoices(world, 'addon');
    world.stripe.control.payInvoice(addon ?? '', 'ok');
    await hearAll(world);
    expect(() => refuseOnHold(accountOf(world))).not.toThrow();
    expect([pool(world).included, pool(world, 'sast').included]).toEqual([600, 300]);
    await sound(world);
  });

  test('keeps the plan and refills nothing; each invoice is told of once, however often it fails', async () => {
    const world = await failing();
    for (const day of ['2026-04-14', '2026-04-19']) await until(world, day);
    expect(atStripe(world, 'charge').filter(({ status }) => status === 'failed').length).toBeGreaterThan(3);
    expect(mailsOf(world, 'payment_failed')).toHaveLength(2);
    expect(accountOf(world)).toMatchObject({ plan: 'Team', paidUntilAt: '2026-04-10T12:00:00.000Z' });
    expect(renewals(world)).toEqual([]);
    await sound(world);
  });

  test('is paid at once by a new card, everything that is open', async () => {
    const world = await failing();
    setCard(world, 'ok');
    await hearAll(world);
    expect(accountOf(world).unpaidInvoices).toEqual([]);
    expect([...openInvoices(world, 'plan'), ...openInvoices(world, 'addon')]).toEqual([]);
    expect(renewals(world)).toHaveLength(1);
    await sound(world);
  });

  test('Stripe’s retries on top of ours: a card is tried once by us, whatever else is heard of the customer', async () => {
    const world = await failing();
    setCard(world, 'declined');
    const changed = (await takeMessages(world)).filter(({ object }) => object === 'customer');
    const declines = () => atStripe(world, 'charge').filter(({ status }) => status === 'failed').length;
    for (const event of changed) await hearEvent(event, world, world.now());
    const once = declines();
    await world.to('2026-04-12T00:00:00.000Z');
    for (const event of changed) await hearEvent(event, world, world.now());
    await sweep(world);
    expect(declines()).toBe(once);
    await sound(world);
  });

  test('for good ends the plan: Free, without hold, and nothing open', async () => {
    const world = await failing();
    await until(world, '2026-05-20');
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect([...living(world, 'plan'), ...living(world, 'addon')]).toEqual([]);
    await sound(world);
  });

  test('with a change pending: the change waits for the payment, and cannot be changed meanwhile', async () => {
    const world = await onPlan('Team');
    await ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' });
    setCard(world, 'declined');
    await until(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Team', pending: { plan: 'Starter' } });
    await expect(ask.undoChange({ world, id: 'undo' })).rejects.toThrow(Problem);
    await sound(world);
    setCard(world, 'ok');
    await hearAll(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', unpaidInvoices: [] });
    await sound(world);
  });
});

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { renewAccount } from '#app/billing/change-account.ts';
import { sendDueMails } from '#app/mail/send-due-mails.ts';
import { requireNoPaymentHold } from '@scangate/domain/payments/payment-hold';
import { Problem } from '@scangate/domain/problem';
import { MailRefused } from '#ports/mail/mailer.ts';
import { causesOf, poolOf } from '#test/support/billing/accounts.ts';
import { Crash } from '#test/support/store/fault-injection.ts';
import { deliverAllEvents, deliverEvent, takeEvents } from '#test/support/payments/deliver-events.ts';
import { atStripe, liveSubscriptions, paymentViolations } from '#test/support/payments/payment-violations.ts';
import * as ask from '#test/support/payments/buyer-requests.ts';
import {
  accountOf,
  mailsOf,
  openOnPlan,
  openInvoices,
  setCard,
  sweep,
  advanceTo,
} from '#test/support/payments/payment-scenario.ts';
import { comparableView } from '#test/support/payments/payment-view.ts';
import { linkPorts } from '#test/support/invitations/link-ports.ts';
import { taskContextAt } from '#test/support/scans/workflow.ts';
import { faultyPorts, openPaymentWorld, type PaymentWorld } from '#test/support/payments/payment-world.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const sound = async (world: PaymentWorld): Promise<void> =>
  expect(await paymentViolations(world)).toEqual([]);
const pool = (world: PaymentWorld, name: 'core' | 'sast' = 'core') =>
  poolOf(world.store, world.accountId, name);
const renewals = (world: PaymentWorld) =>
  causesOf(world.store, world.accountId).filter((cause) => cause.startsWith('refill#2026-04-10'));

describe('a renewal', () => {
  test('reported by both `invoice.paid` and `payment_succeeded` refills once, with one receipt', async () => {
    const world = await openOnPlan('Team');
    await world.to('2026-04-10T14:00:00.000Z');
    const events = await takeEvents(world);
    const paid = events.filter(({ type }) => /^invoice\.(?:paid|payment_succeeded)$/.test(type));
    expect(paid).toHaveLength(2);
    await Promise.all([...paid, ...paid].map((event) => deliverEvent(event, world, world.now())));
    expect(renewals(world)).toHaveLength(1);
    expect(pool(world)).toMatchObject({ available: 600, consumed: 0 });
    expect(mailsOf(world, 'receipt')).toHaveLength(1);
    await sound(world);
  });

  test('whose event fails halfway is completed when the event is sent again', async () => {
    const world = await openOnPlan('Team');
    await world.to('2026-04-10T14:00:00.000Z');
    const event = (await takeEvents(world)).find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('nothing was paid');
    for (let call = 1; call <= 4; call++) {
      const { ports } = faultyPorts(world, new Map([[call, 'before']]));
      await expect(deliverEvent(event, ports, world.now())).rejects.toThrow(Crash);
      expect(renewals(world)).toEqual([]);
    }
    await deliverEvent(event, world, world.now());
    expect(renewals(world)).toHaveLength(1);
    await sound(world);
  });

  test('with nothing due counts as paid and refills', async () => {
    const world = await openPaymentWorld();
    const coupon = await world.client.coupons.create({ percent_off: 100, duration: 'forever' });
    const promotion = await world.client.promotionCodes.create({
      promotion: { type: 'coupon', coupon: coupon.id },
    });
    await ask.redeem({ world, id: 'code' }, promotion.id);
    const { sessionId } = await ask.checkout({ world, id: 'free' }, { plan: 'Starter', interval: 'month' });
    world.stripe.control.completeCheckout(sessionId);
    await deliverAllEvents(world);
    expect(accountOf(world).plan).toBe('Starter');
    await advanceTo(world, '2026-04-10');
    const [first, second] = atStripe(world, 'invoice');
    expect([first?.amount_due, second?.amount_due]).toEqual([0, 0]);
    expect(await world.paymentProvider.payInvoice('again', String(second?.id))).toEqual({ outcome: 'paid' });
    expect(renewals(world)).toHaveLength(1);
    await sound(world);
  });

  test('without any event for a week is the same after the sweep as with the events', async () => {
    const live = async (hears: boolean) => {
      const world = await openOnPlan('Team');
      const listen = () => (hears ? deliverAllEvents(world) : takeEvents(world));
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
    expect(comparableView(deaf)).toEqual(comparableView(await live(true)));
  });

  test('keeps its grant when the mail fails, and its receipt is sent later', async () => {
    const world = await openOnPlan('Team');
    await advanceTo(world, '2026-04-10');
    const refuses = { send: () => Promise.reject(new MailRefused('Throttling')) };
    const before = pool(world);
    await sendDueMails({ ...world, ...linkPorts, mailer: refuses }, taskContextAt(world.now()));
    expect(pool(world)).toEqual(before);
    expect(mailsOf(world, 'receipt')).toMatchObject([{ attempts: 1, dueQueue: expect.any(String) }]);
    await sound(world);
  });

  test('of a yearly plan refills each month, and not while the next year is unpaid', async () => {
    const world = await openOnPlan('Starter', { interval: 'year' });
    await advanceTo(world, '2027-03-09');
    setCard(world, 'declined');
    const renew = () => renewAccount(world.accountId, world.store, world.now().toISOString());
    await renew();
    const refills = () =>
      causesOf(world.store, world.accountId).filter((cause) => cause.startsWith('refill#')).length;
    const inAYear = refills();
    await advanceTo(world, '2027-03-10');
    await renew();
    await advanceTo(world, '2027-03-20');
    await renew();
    expect([refills() - inAYear, accountOf(world).unpaidInvoices.length]).toEqual([0, 1]);
    await sound(world);
    setCard(world, 'ok');
    await deliverAllEvents(world);
    await advanceTo(world, '2027-05-11');
    await renew();
    expect([refills() - inAYear, accountOf(world).unpaidInvoices.length]).toEqual([3, 0]);
    expect(pool(world).periodStartAt).toBe('2027-05-10T12:00:00.000Z');
    await sound(world);
  });
});

describe('a renewal that fails', () => {
  const failing = async (): Promise<PaymentWorld> => {
    const world = await openOnPlan('Team');
    await ask.startAddon({ world, id: 'addon' }, 'team');
    setCard(world, 'declined');
    await advanceTo(world, '2026-04-10');
    return world;
  };

  test('holds billable work until every invoice is paid, including that of the add-on', async () => {
    const world = await failing();
    expect(accountOf(world).unpaidInvoices).toHaveLength(2);
    const [plan] = openInvoices(world, 'plan');
    world.stripe.control.payInvoice(plan ?? '', 'ok');
    await deliverAllEvents(world);
    expect(() => requireNoPaymentHold(accountOf(world))).toThrow(Problem);
    await sound(world);
    const [addon] = openInvoices(world, 'addon');
    world.stripe.control.payInvoice(addon ?? '', 'ok');
    await deliverAllEvents(world);
    expect(() => requireNoPaymentHold(accountOf(world))).not.toThrow();
    expect([pool(world).included, pool(world, 'sast').included]).toEqual([600, 300]);
    await sound(world);
  });

  test('keeps the plan and refills nothing, with one mail per invoice, however often it fails', async () => {
    const world = await failing();
    for (const day of ['2026-04-14', '2026-04-19']) await advanceTo(world, day);
    expect(atStripe(world, 'charge').filter(({ status }) => status === 'failed').length).toBeGreaterThan(3);
    expect(mailsOf(world, 'payment_failed')).toHaveLength(2);
    expect(accountOf(world)).toMatchObject({ plan: 'Team', paidUntilAt: '2026-04-10T12:00:00.000Z' });
    expect(renewals(world)).toEqual([]);
    await sound(world);
  });

  test('is paid at once by a new card, with every other open invoice', async () => {
    const world = await failing();
    setCard(world, 'ok');
    await deliverAllEvents(world);
    expect(accountOf(world).unpaidInvoices).toEqual([]);
    expect([...openInvoices(world, 'plan'), ...openInvoices(world, 'addon')]).toEqual([]);
    expect(renewals(world)).toHaveLength(1);
    await sound(world);
  });

  test('is tried once by us with each card, whatever other events of the customer arrive', async () => {
    const world = await failing();
    setCard(world, 'declined');
    const changed = (await takeEvents(world)).filter(({ object }) => object === 'customer');
    const declines = () => atStripe(world, 'charge').filter(({ status }) => status === 'failed').length;
    for (const event of changed) await deliverEvent(event, world, world.now());
    const once = declines();
    await world.to('2026-04-12T00:00:00.000Z');
    for (const event of changed) await deliverEvent(event, world, world.now());
    await sweep(world);
    expect(declines()).toBe(once);
    await sound(world);
  });

  test('permanently ends the plan, without a hold and without an open invoice', async () => {
    const world = await failing();
    await advanceTo(world, '2026-05-20');
    expect(accountOf(world)).toMatchObject({ plan: 'Free', unpaidInvoices: [] });
    expect([...liveSubscriptions(world, 'plan'), ...liveSubscriptions(world, 'addon')]).toEqual([]);
    await sound(world);
  });

  test('makes a pending change wait for the payment, and refuses other changes until then', async () => {
    const world = await openOnPlan('Team');
    await ask.choosePlan({ world, id: 'down' }, { plan: 'Starter', interval: 'month' });
    setCard(world, 'declined');
    await advanceTo(world, '2026-04-10');
    expect(accountOf(world)).toMatchObject({ plan: 'Team', pending: { plan: 'Starter' } });
    await expect(ask.undoChange({ world, id: 'undo' })).rejects.toThrow(Problem);
    await sound(world);
    setCard(world, 'ok');
    await deliverAllEvents(world);
    expect(accountOf(world)).toMatchObject({ plan: 'Starter', unpaidInvoices: [] });
    await sound(world);
  });
});

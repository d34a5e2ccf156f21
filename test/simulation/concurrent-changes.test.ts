import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import type { PaymentPorts } from '#app/payments/payment-ports.ts';
import { reconcilePayments } from '#app/payments/reconcile-payments.ts';
import { addMs, minuteMs } from '@scangate/domain/instant';
import { Transient } from '@scangate/domain/problem';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { commandsToRun, reportCount } from '../support/runs/run-counter.ts';
import { isNightly } from '../support/runs/samples.ts';
import * as ask from '../support/payments/buyer-requests.ts';
import { deliverAllEvents, takeEvents } from '../support/payments/deliver-events.ts';
import { callFaults, interleave, type CallFault, type ProcessEnd } from '../support/payments/interleaving.ts';
import { openOnPlan } from '../support/payments/payment-scenario.ts';
import { comparableView } from '../support/payments/payment-view.ts';
import { paymentViolations } from '../support/payments/payment-violations.ts';
import { copyOfWorld, type PaymentWorld } from '../support/payments/payment-world.ts';
import { Crash } from '../support/store/fault-injection.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));

const interleavings = reportCount('interleavings of a change, an event and the sweep');
const samples = commandsToRun(100) / 100;
/** `npm test` plays every sixteenth interleaving, each night plays all. */
const stride = isNightly ? 1 : 16;

type Run = (ports: PaymentPorts) => Promise<BillingState>;
interface Change {
  before: () => Promise<PaymentWorld>;
  request: (world: PaymentWorld, ports: PaymentPorts) => Promise<BillingState>;
  /** The order is paid at once, so that its request waits for Stripe. */
  isAwaited?: true;
}

const yearly = { plan: 'Team', interval: 'year', licenses: 9 } as const;
const onTeam = async (prepare: (world: PaymentWorld) => Promise<unknown> = async () => {}) => {
  const world = await openOnPlan('Team', { licenses: 9 });
  await prepare(world);
  await takeEvents(world);
  return world;
};
const withYearly = () => onTeam((world) => ask.choosePlan({ world, id: 'year' }, yearly));
const withAddon = () => onTeam((world) => ask.startAddon({ world, id: 'addon' }, 'team'));

const changes: Record<string, Change> = {
  'fewer licenses': {
    before: () => onTeam(),
    request: (world, ports) => ask.changeLicenses({ world, ports, id: 'six' }, 6),
  },
  'fewer licenses in place of another change': {
    before: withYearly,
    request: (world, ports) => ask.changeLicenses({ world, ports, id: 'six' }, 6),
  },
  'another plan': {
    before: () => onTeam(),
    request: (world, ports) =>
      ask.choosePlan({ world, ports, id: 'down' }, { plan: 'Starter', interval: 'month' }),
  },
  'no change after all': {
    before: withYearly,
    request: (world, ports) => ask.undoChange({ world, ports, id: 'undo' }),
  },
  'auto-renew off, beside a schedule': {
    before: withYearly,
    request: (world, ports) => ask.autoRenew({ world, ports, id: 'off' }, false),
  },
  'auto-renew on': {
    before: () => onTeam((world) => ask.autoRenew({ world, id: 'off' }, false)),
    request: (world, ports) => ask.autoRenew({ world, ports, id: 'on' }, true),
  },
  'the end of the add-on': {
    before: withAddon,
    request: (world, ports) => ask.cancelAddon({ world, ports, id: 'end' }),
  },
  'the add-on resumed': {
    before: () =>
      onTeam(async (world) => {
        await ask.startAddon({ world, id: 'addon' }, 'team');
        await ask.cancelAddon({ world, id: 'end' });
      }),
    request: (world, ports) => ask.resumeAddon({ world, ports, id: 'resume' }),
  },
  'more licenses beside a schedule': {
    before: withYearly,
    request: (world, ports) => ask.changeLicenses({ world, ports, id: 'twelve' }, 12),
    isAwaited: true,
  },
  'the add-on': {
    before: () => onTeam(),
    request: (world, ports) => ask.startAddon({ world, ports, id: 'addon' }, 'team'),
    isAwaited: true,
  },
};

const eventOf = (world: PaymentWorld) => ({
  eventId: 'evt_1',
  type: 'customer.subscription.updated',
  at: world.now().toISOString(),
  object: 'subscription' as const,
  objectId: world.store.all('paymentAccount')[0]?.subscriptionId ?? '',
});

/** Runs beside the request on the same account. */
const others: Record<string, (world: PaymentWorld, ports: PaymentPorts) => Promise<unknown>> = {
  event: (world, ports) =>
    handlePaymentEvent(eventOf(world), { ...ports, recharge: { start: async () => {} } }, world.now()),
  sweep: (world, ports) => reconcilePayments(world.accountId, ports, world.now()),
  'late sweep': (world, ports) =>
    reconcilePayments(world.accountId, ports, new Date(world.now().getTime() + minuteMs)),
};

/** A second request of the buyer, and whichever is stored last stands. */
const secondRequests: typeof others = {
  'another plan': (world, ports) =>
    ask.choosePlan({ world, ports, id: 'second' }, { plan: 'Starter', interval: 'year' }),
  'auto-renew off': (world, ports) => ask.autoRenew({ world, ports, id: 'second' }, false),
  'auto-renew on': (world, ports) => ask.autoRenew({ world, ports, id: 'second' }, true),
  'more licenses': (world, ports) => ask.changeLicenses({ world, ports, id: 'second' }, 11),
};

/** Lets time pass until no process of now runs any more; the sweep reconciles the account while it is due. */
const untilQuiet = async (world: PaymentWorld): Promise<void> => {
  for (let minutes = 5; minutes <= 20; minutes += 5) {
    await deliverAllEvents(world);
    await world.to(addMs(world.now(), 5 * minuteMs));
    const { dueAt } = world.store.all('paymentAccount')[0] ?? {};
    if (dueAt !== undefined && dueAt <= world.now().toISOString())
      await reconcilePayments(world.accountId, world, world.now());
  }
};

/** A declined or interrupted charge leaves a void invoice and nothing else. */
const viewOf = (world: PaymentWorld) => {
  const view = comparableView(world);
  const rows = view['paymentAccount']?.map((row) => ({ ...row, changeRequestedAt: undefined }));
  const invoices = view['invoices']?.filter((invoice) => !('status' in invoice && invoice.status === 'void'));
  return { ...view, invoices, paymentAccount: rows };
};

const termsOf = (world: PaymentWorld) => {
  const [account] = world.store.all('account');
  const { licenses, pending, endsAt, sastAddon } = account ?? {};
  return { licenses, pending, endsAt, addon: sastAddon?.size };
};

const answerOf = ({ result }: ProcessEnd): string => {
  if (result.status === 'fulfilled') return 'ok';
  const { reason } = result as { reason: unknown };
  if (reason instanceof Crash) return 'crashed';
  return reason instanceof Transient ? '503' : String(reason);
};

interface End {
  made: readonly ('store' | 'stripe')[];
  view: unknown;
  terms: unknown;
}

interface Play {
  other: string;
  turns: readonly [string, number?][];
  faults?: ReadonlyMap<number, CallFault>;
}

describe.each(Object.entries(changes))('%s', (_name, { before, request, isAwaited }) => {
  const play = async (base: PaymentWorld, { other, turns, faults = new Map() }: Play) => {
    const world = await copyOfWorld(base);
    const run: Run = (ports) => request(world, ports);
    const beside = others[other] ?? secondRequests[other];
    const ends = await interleave(world, {
      processes: { request: run, ...(beside && { [other]: (ports: PaymentPorts) => beside(world, ports) }) },
      turns,
      faults: { request: faults },
    });
    interleavings.add();
    const rows = world.store.all('paymentAccount');
    const isStored = rows[0]?.changeRequestId !== base.store.all('paymentAccount')[0]?.changeRequestId;
    return { world, ends, isStored };
  };
  const alone = async (base: PaymentWorld) => {
    const { world, ends } = await play(base, { other: 'nothing', turns: [] });
    await untilQuiet(world);
    expect(answerOf(ends['request'] as ProcessEnd)).toBe('ok');
    return { made: ends['request']?.made ?? [], view: viewOf(world), terms: termsOf(world) };
  };

  const expectSame = async (base: PaymentWorld, plan: Play, { view, terms }: End) => {
    const { world, ends, isStored } = await play(base, plan);
    const answer = answerOf(ends['request'] as ProcessEnd);
    const context = { other: plan.other, turns: plan.turns, faults: [...(plan.faults ?? [])] };
    const [fault] = plan.faults?.values() ?? [];
    const permitted = ['ok', ...(fault && isAwaited ? ['503'] : []), ...(fault ? ['crashed'] : [])];
    expect({ ...context, answer, isPermitted: permitted.includes(answer) }).toMatchObject({
      isPermitted: true,
    });
    await untilQuiet(world);
    expect({ ...context, violations: await paymentViolations(world) }).toEqual({
      ...context,
      violations: [],
    });
    if (!isStored) return;
    // An order that is paid later by the sweep has later periods.
    if (isAwaited && answer !== 'ok')
      expect({ ...context, terms: termsOf(world) }).toEqual({ ...context, terms });
    else expect({ ...context, view: viewOf(world) }).toEqual({ ...context, view });
  };

  test.each(Object.keys(others))(
    'takes effect as answered, beside this at each call: %s',
    { timeout: 600_000 },
    async (other) => {
      const base = await before();
      const end = await alone(base);
      for (let at = other.length % stride; at <= end.made.length; at += stride) {
        await expectSame(base, { other, turns: [['request', at], [other]] }, end);
        for (let sample = 1; sample <= samples; sample++) {
          const part = 1 + ((at * 5 + sample * 3) % 19);
          await expectSame(
            base,
            { other, turns: [['request', at], [other, part], ['request', 1 + (part % 4)], [other]] },
            end,
          );
          await expectSame(
            base,
            { other, turns: [[other, part], ['request', at], [other, 2], ['request']] },
            end,
          );
        }
      }
    },
  );

  test(
    'takes effect as answered, beside a sweep and with a fault at each call',
    { timeout: 600_000 },
    async () => {
      const base = await before();
      const end = await alone(base);
      for (const [index, kind] of [...end.made.entries()].filter(([at]) => at % stride === 0))
        for (const fault of callFaults.filter((one) => kind === 'stripe' || one === 'ends')) {
          const faults = new Map([[index + 1, fault]]);
          await expectSame(base, { other: 'sweep', turns: [['request', index], ['sweep']], faults }, end);
          await expectSame(base, { other: 'event', turns: [['request', index + 1], ['event']], faults }, end);
        }
    },
  );

  test(
    'and a second request at each call both take effect, or are refused before they are stored',
    { timeout: 600_000 },
    async () => {
      const base = await before();
      const { made } = await alone(base);
      for (const other of Object.keys(secondRequests))
        for (let at = other.length % stride; at <= made.length; at += stride) {
          const part = 3 + ((at * 7) % 16);
          for (const turns of [
            [['request', at], [other]],
            [['request', at], [other, part], ['request'], [other]],
          ] as Play['turns'][]) {
            const { world, ends } = await play(base, { other, turns });
            const context = { other, turns, answers: Object.values(ends).map(answerOf) };
            expect(
              context.answers.filter((answer) => answer !== 'ok' && !answer.startsWith('Problem')),
            ).toEqual([]);
            await untilQuiet(world);
            expect({ ...context, violations: await paymentViolations(world) }).toEqual({
              ...context,
              violations: [],
            });
          }
        }
    },
  );
});

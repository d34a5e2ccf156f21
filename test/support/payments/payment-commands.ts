import * as fc from 'fast-check';
import { handlePaymentEvent } from '#app/payments/handle-payment-event.ts';
import { renewAccount } from '#app/billing/change-account.ts';
import { Problem } from '@scangate/domain/problem';
import { StripeApiError } from '@scangate/emulator-stripe/http/stripe-api-error';
import {
  CardDeclined,
  PaymentProviderRefused,
  type PlanOrder,
  type PaymentEvent,
} from '#ports/payment-provider.ts';
import { atStripe, liveSubscriptions } from './payment-violations.ts';
import { takeEvents } from './deliver-events.ts';
import * as ask from './buyer-requests.ts';
import { requestClosing, requestRestoring } from './closing-world.ts';
import { faultKinds, isRetryable, type FaultKind } from '../store/fault-injection.ts';
import { accountOf, setCard, sweep } from './payment-scenario.ts';
import { faultyPorts, type PaymentWorld } from './payment-world.ts';

/** An account at the payment provider, with what was requested of it and the events that wait. */
export interface Scenario {
  world: PaymentWorld;
  /** Events that were sent and are not handled yet. */
  waiting: PaymentEvent[];
  requests: { made: number };
  promotionId: string;
  /** The ports of the running command, with its injected fault. */
  ports: Pick<PaymentWorld, 'store' | 'paymentProvider' | 'log'>;
}

/** An error that is an answer to a buyer; any other one is a bug. */
const isAnswer = (error: unknown): boolean =>
  isRetryable(error) ||
  error instanceof CardDeclined ||
  error instanceof Problem ||
  error instanceof StripeApiError ||
  (error instanceof PaymentProviderRefused &&
    ['subscription_ended', 'organization_closing'].includes(error.code));

export interface Command {
  label: string;
  act: (scenario: Scenario) => unknown;
  /** The call with an injected fault. */
  fault?: [call: number, FaultKind];
}

/** Runs a command, whatever its answer, and takes the events that it sent. */
export const runCommand = async (scenario: Scenario, { act, fault }: Command): Promise<void> => {
  const { ports } = faultyPorts(scenario.world, new Map(fault && [fault]));
  try {
    await act({ ...scenario, ports });
  } catch (error) {
    if (!isAnswer(error)) throw error;
  }
  scenario.waiting.push(...(await takeEvents(scenario.world)));
};

const nextRequest = ({ world, ports, requests }: Scenario): ask.BuyerRequest => {
  requests.made += 1;
  return { world, ports, id: `request-${requests.made}` };
};

const command = (label: string, act: Command['act']): Command => ({ label, act });
const one = (label: string, act: Command['act']): fc.Arbitrary<Command> => fc.constant(command(label, act));

const terms = fc
  .record({
    plan: fc.constantFrom('Starter', 'Team'),
    interval: fc.constantFrom('month', 'month', 'year'),
    licenses: fc.integer({ min: 5, max: 14 }),
  })
  .map(({ plan, interval, licenses }) => ({ plan, interval, ...(plan === 'Team' && { licenses }) }) as const);
const words = (given: object): string => Object.values(given).join(' ');

/** Open pages whose address a buyer has: an interrupted request gave none. */
const sessions = ({ world }: Scenario, kind: 'plan' | 'pack') => {
  const { checkout, packCheckouts = [] } = world.store.all('paymentAccount')[0] ?? {};
  const ids = new Set(kind === 'plan' ? [checkout?.sessionId] : packCheckouts);
  return atStripe(world, 'checkout.session').filter(({ id, status }) => status === 'open' && ids.has(id));
};

const complete =
  (kind: 'plan' | 'pack', card: 'ok' | 'declined') =>
  (scenario: Scenario): void => {
    for (const { id } of sessions(scenario, kind))
      scenario.world.stripe.control.completeCheckout(id, { card });
  };

const withoutCard = async ({ world }: Scenario): Promise<void> => {
  for (const { id } of atStripe(world, 'customer'))
    await world.client.customers.update(id, { invoice_settings: { default_payment_method: '' } });
};

/** Acts on an open invoice, as a buyer does on its page or an operator in the dashboard. */
const withOpenInvoice =
  (place: number, act: (id: string, scenario: Scenario) => unknown) => async (scenario: Scenario) => {
    const open = atStripe(scenario.world, 'invoice').filter(({ status }) => status === 'open');
    const chosen = open[place % Math.max(1, open.length)];
    if (chosen) await act(String(chosen.id), scenario);
  };

const requests: fc.WeightedArbitrary<Command>[] = [
  {
    arbitrary: terms.map((to) =>
      command(`checkout ${words(to)}`, (scenario) => ask.checkout(nextRequest(scenario), to)),
    ),
    weight: 4,
  },
  { arbitrary: one('pay for the plan', complete('plan', 'ok')), weight: 6 },
  { arbitrary: one('fail to pay for the plan', complete('plan', 'declined')), weight: 1 },
  {
    arbitrary: terms.map((to) =>
      command(`choose ${words(to)}`, (scenario) => ask.choosePlan(nextRequest(scenario), to)),
    ),
    weight: 6,
  },
  { arbitrary: one('undo', (scenario) => ask.undoChange(nextRequest(scenario))), weight: 2 },
  {
    arbitrary: fc
      .integer({ min: 5, max: 20 })
      .map((n) => command(`${n} licenses`, (scenario) => ask.changeLicenses(nextRequest(scenario), n))),
    weight: 6,
  },
  {
    arbitrary: fc
      .boolean()
      .map((on) => command(`auto-renew ${on}`, (scenario) => ask.autoRenew(nextRequest(scenario), on))),
    weight: 4,
  },
  {
    arbitrary: one('add-on', (scenario) =>
      ask.startAddon(
        nextRequest(scenario),
        accountOf(scenario.world).plan === 'Starter' ? 'starter' : 'team',
      ),
    ),
    weight: 6,
  },
  { arbitrary: one('cancel add-on', (scenario) => ask.cancelAddon(nextRequest(scenario))), weight: 2 },
  { arbitrary: one('resume add-on', (scenario) => ask.resumeAddon(nextRequest(scenario))), weight: 1 },
  { arbitrary: one('a pack', (scenario) => ask.packCheckout(nextRequest(scenario), 'core-100')), weight: 2 },
  { arbitrary: one('pay for packs', complete('pack', 'ok')), weight: 2 },
  { arbitrary: one('close', ({ world, ports }) => requestClosing(world, ports)), weight: 1 },
  { arbitrary: one('restore', ({ world, ports }) => requestRestoring(world, ports)), weight: 2 },
  {
    arbitrary: one('a code', (scenario) => ask.redeem(nextRequest(scenario), scenario.promotionId)),
    weight: 1,
  },
];

const atStripeItself: fc.WeightedArbitrary<Command>[] = [
  {
    arbitrary: fc
      .constantFrom('ok' as const, 'ok' as const, 'declined' as const, 'authentication_required' as const)
      .map((kind) => command(`card ${kind}`, ({ world }) => setCard(world, kind))),
    weight: 5,
  },
  { arbitrary: one('no card', withoutCard), weight: 1 },
  {
    arbitrary: fc.nat(3).map((n) =>
      command(
        'pay an invoice',
        withOpenInvoice(n, (id, { world }) => world.stripe.control.payInvoice(id, 'ok')),
      ),
    ),
    weight: 2,
  },
  {
    arbitrary: fc.nat(3).map((n) =>
      command(
        'void an invoice',
        withOpenInvoice(n, (id, { world }) => world.client.invoices.voidInvoice(id)),
      ),
    ),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom('plan' as const, 'addon' as const).map((kind) =>
      command(`end the ${kind} in the dashboard`, async ({ world }) => {
        for (const { id } of liveSubscriptions(world, kind)) await world.client.subscriptions.cancel(id);
      }),
    ),
    weight: 1,
  },
];

const hour = 3_600_000;
/** The longest time without a run of the reconcile job where it is due. */
const maxHours = 6 * 24;

const advance = (hours: number) => async (scenario: Scenario) => {
  const { world } = scenario;
  for (let left = hours; left > 0; left -= maxHours) {
    await world.to(new Date(world.clock.now() + Math.min(left, maxHours) * hour).toISOString());
    const [row] = world.store.all('paymentAccount');
    const isDue = row?.dueAt !== undefined && row.dueAt <= world.now().toISOString();
    if (isDue && left > maxHours) await sweep(world);
  }
};

/** Moves the clock to shortly before the next renewal, to it, or to its collection or later. */
const toRenewal = (minutes: number) => async (scenario: Scenario) => {
  const { paidUntilAt, sastAddon } = accountOf(scenario.world);
  const [next] = [paidUntilAt, sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => Date.parse(at) + minutes * 60_000 - scenario.world.clock.now())
    .filter((ms) => ms > 0)
    .toSorted((a, b) => a - b);
  if (next !== undefined) await advance(next / hour)(scenario);
};

const deliverSome = (picks: readonly number[]) => async (scenario: Scenario) => {
  const { world, waiting, ports } = scenario;
  for (const pick of picks) {
    if (waiting.length === 0) return;
    const place = pick % waiting.length;
    // Some events are sent twice.
    const event = pick % 3 === 0 ? waiting[place] : waiting.splice(place, 1)[0];
    if (!event) continue;
    // An event that fails is sent again.
    waiting.push(event);
    await handlePaymentEvent(event, { ...ports, recharge: { start: async () => {} } }, world.now());
    waiting.pop();
  }
};

const meanwhile: fc.WeightedArbitrary<Command>[] = [
  {
    arbitrary: fc
      .oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 24, max: 24 * 70 }))
      .map((hours) => command(`${hours} hours`, advance(hours))),
    weight: 10,
  },
  {
    arbitrary: fc
      .array(fc.nat(1_000), { minLength: 1, maxLength: 24 })
      .map((picks) => command(`deliver ${picks.join()}`, deliverSome(picks))),
    weight: 14,
  },
  {
    arbitrary: fc
      .constantFrom(-10, 0, 30, 61, 180, 24 * 60 * 4)
      .map((minutes) => command(`renewal ${minutes}`, toRenewal(minutes))),
    weight: 12,
  },
  { arbitrary: one('events are lost', ({ waiting }) => void waiting.splice(0)), weight: 2 },
  {
    arbitrary: one('daily', ({ world }) =>
      renewAccount(world.accountId, world.store, world.now().toISOString()),
    ),
    weight: 2,
  },
  { arbitrary: one('sweep', ({ world }) => sweep(world)), weight: 3 },
];

const faults = fc.tuple(fc.integer({ min: 1, max: 24 }), fc.constantFrom(...faultKinds));

const withFault = (plain: Command, fault: Command['fault']): Command =>
  fault ? { ...plain, fault, label: `${plain.label} (call ${fault.join(' ')})` } : plain;

export const commands: fc.Arbitrary<Command> = fc
  .tuple(
    fc.oneof(...requests, ...atStripeItself, ...meanwhile),
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary: faults, weight: 1 }),
  )
  .map(([plain, fault]) => withFault(plain, fault));

type Setup = (scenario: Scenario) => Promise<unknown>;

const buy =
  (order: PlanOrder): Setup =>
  async (scenario) => {
    await ask.checkout(nextRequest(scenario), order);
    complete('plan', 'ok')(scenario);
    await sweep(scenario.world);
  };
const withAddon =
  (setUp: Setup): Setup =>
  async (scenario) => {
    await setUp(scenario);
    await ask.startAddon(
      nextRequest(scenario),
      accountOf(scenario.world).plan === 'Starter' ? 'starter' : 'team',
    );
  };

/** The states that scenarios start from. */
export const startingPoints: Record<string, Setup> = {
  Free: async () => {},
  Starter: buy({ plan: 'Starter', interval: 'month' }),
  Team: buy({ plan: 'Team', interval: 'month', licenses: 8 }),
  'Team, yearly': buy({ plan: 'Team', interval: 'year', licenses: 6 }),
  'Starter with the add-on': withAddon(buy({ plan: 'Starter', interval: 'year' })),
  'Team with the add-on': withAddon(buy({ plan: 'Team', interval: 'month', licenses: 5 })),
};

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
import { injectFaults, isRetryable, faultKinds, type FaultKind } from '../store/fault-injection.ts';
import { accountOf, setCard, sweep } from './payment-scenario.ts';
import type { PaymentWorld } from './payment-world.ts';

/** A life of an account at the till: what people ask, what befalls it there, and what is heard of it. */
export interface Scenario {
  world: PaymentWorld;
  /** Sent, and not heard yet. */
  waiting: PaymentEvent[];
  requests: { made: number };
  promotionId: string;
  /** What befalls the calls of the deed under way. */
  ports: Pick<PaymentWorld, 'store' | 'paymentProvider'>;
}

/** What is answered to people; anything else is a fault. */
const isAnswer = (error: unknown): boolean =>
  isRetryable(error) ||
  error instanceof CardDeclined ||
  error instanceof Problem ||
  error instanceof StripeApiError ||
  (error instanceof PaymentProviderRefused && error.code === 'subscription_ended');

export interface Command {
  label: string;
  act: (life: Scenario) => unknown;
  /** The call that something befalls. */
  cut?: [call: number, FaultKind];
}

/** Does it, whatever the answer; takes in what was sent. */
export const runCommand = async (life: Scenario, { act, cut }: Command): Promise<void> => {
  const { store, paymentProvider: till } = life.world;
  const { ports } = injectFaults({ store, paymentProvider: till }, new Map(cut && [cut]));
  try {
    await act({ ...life, ports });
  } catch (error) {
    if (!isAnswer(error)) throw error;
  }
  life.waiting.push(...(await takeEvents(life.world)));
};

const asking = ({ world, ports, requests: named }: Scenario): ask.BuyerRequest => {
  named.made += 1;
  return { world, ports, id: `request-${named.made}` };
};

const deed = (label: string, act: Command['act']): Command => ({ label, act });
const one = (label: string, act: Command['act']): fc.Arbitrary<Command> => fc.constant(deed(label, act));

const terms = fc
  .record({
    plan: fc.constantFrom('Starter', 'Team'),
    interval: fc.constantFrom('month', 'month', 'year'),
    licenses: fc.integer({ min: 5, max: 14 }),
  })
  .map(({ plan, interval, licenses }) => ({ plan, interval, ...(plan === 'Team' && { licenses }) }) as const);
const words = (given: object): string => Object.values(given).join(' ');

/** Pages that somebody was told of: of one whose request was cut nobody has the address. */
const sessions = ({ world }: Scenario, kind: 'plan' | 'pack') => {
  const { checkout, packCheckouts = [] } = world.store.all('paymentAccount')[0] ?? {};
  const known = new Set(kind === 'plan' ? [checkout?.sessionId] : packCheckouts);
  return atStripe(world, 'checkout.session').filter(({ id, status }) => status === 'open' && known.has(id));
};

const complete =
  (kind: 'plan' | 'pack', card: 'ok' | 'declined') =>
  (life: Scenario): void => {
    for (const { id } of sessions(life, kind)) life.world.stripe.control.completeCheckout(id, { card });
  };

const withoutCard = async ({ world }: Scenario): Promise<void> => {
  for (const { id } of atStripe(world, 'customer'))
    await world.client.customers.update(id, { invoice_settings: { default_payment_method: '' } });
};

/** As people do on the page of an invoice, or somebody in the dashboard. */
const withOpenInvoice =
  (place: number, act: (id: string, life: Scenario) => unknown) => async (life: Scenario) => {
    const open = atStripe(life.world, 'invoice').filter(({ status }) => status === 'open');
    const chosen = open[place % Math.max(1, open.length)];
    if (chosen) await act(String(chosen.id), life);
  };

const requests: fc.WeightedArbitrary<Command>[] = [
  {
    arbitrary: terms.map((to) => deed(`checkout ${words(to)}`, (life) => ask.checkout(asking(life), to))),
    weight: 4,
  },
  { arbitrary: one('pay for the plan', complete('plan', 'ok')), weight: 6 },
  { arbitrary: one('pay for the plan in vain', complete('plan', 'declined')), weight: 1 },
  {
    arbitrary: terms.map((to) => deed(`choose ${words(to)}`, (life) => ask.choosePlan(asking(life), to))),
    weight: 6,
  },
  { arbitrary: one('undo', (life) => ask.undoChange(asking(life))), weight: 2 },
  {
    arbitrary: fc
      .integer({ min: 5, max: 20 })
      .map((n) => deed(`${n} licences`, (life) => ask.changeLicenses(asking(life), n))),
    weight: 6,
  },
  {
    arbitrary: fc.boolean().map((on) => deed(`auto-renew ${on}`, (life) => ask.autoRenew(asking(life), on))),
    weight: 4,
  },
  {
    arbitrary: one('add-on', (life) =>
      ask.startAddon(asking(life), accountOf(life.world).plan === 'Starter' ? 'starter' : 'team'),
    ),
    weight: 6,
  },
  { arbitrary: one('cancel add-on', (life) => ask.cancelAddon(asking(life))), weight: 2 },
  { arbitrary: one('resume add-on', (life) => ask.resumeAddon(asking(life))), weight: 1 },
  { arbitrary: one('a pack', (life) => ask.packCheckout(asking(life), 'core-100')), weight: 2 },
  { arbitrary: one('pay for packs', complete('pack', 'ok')), weight: 2 },
  { arbitrary: one('a code', (life) => ask.redeem(asking(life), life.promotionId)), weight: 1 },
];

const atTheTill: fc.WeightedArbitrary<Command>[] = [
  {
    arbitrary: fc
      .constantFrom('ok' as const, 'ok' as const, 'declined' as const, 'authentication_required' as const)
      .map((kind) => deed(`card ${kind}`, ({ world }) => setCard(world, kind))),
    weight: 5,
  },
  { arbitrary: one('no card', withoutCard), weight: 1 },
  {
    arbitrary: fc.nat(3).map((n) =>
      deed(
        'pay an invoice',
        withOpenInvoice(n, (id, { world }) => world.stripe.control.payInvoice(id, 'ok')),
      ),
    ),
    weight: 2,
  },
  {
    arbitrary: fc.nat(3).map((n) =>
      deed(
        'void an invoice',
        withOpenInvoice(n, (id, { world }) => world.client.invoices.voidInvoice(id)),
      ),
    ),
    weight: 1,
  },
  {
    arbitrary: fc.constantFrom('plan' as const, 'addon' as const).map((kind) =>
      deed(`end the ${kind} in the dashboard`, async ({ world }) => {
        for (const { id } of liveSubscriptions(world, kind)) await world.client.subscriptions.cancel(id);
      }),
    ),
    weight: 1,
  },
];

const hour = 3_600_000;
/** Nobody is deaf for longer: then the sweep goes by where it is due. */
const mostHours = 6 * 24;

const pass = (hours: number) => async (life: Scenario) => {
  const { world } = life;
  for (let left = hours; left > 0; left -= mostHours) {
    await world.to(new Date(world.clock.now() + Math.min(left, mostHours) * hour).toISOString());
    const [row] = world.store.all('paymentAccount');
    const isDue = row?.dueAt !== undefined && row.dueAt <= world.now().toISOString();
    if (isDue && left > mostHours) await sweep(world);
  }
};

/** To a little before the renewal, to it, or to where it is collected or was. */
const toRenewal = (minutes: number) => async (life: Scenario) => {
  const { paidUntilAt, sastAddon } = accountOf(life.world);
  const [next] = [paidUntilAt, sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => Date.parse(at) + minutes * 60_000 - life.world.clock.now())
    .filter((ms) => ms > 0)
    .toSorted((a, b) => a - b);
  if (next !== undefined) await pass(next / hour)(life);
};

const hearSome = (picks: readonly number[]) => async (life: Scenario) => {
  const { world, waiting, ports } = life;
  for (const pick of picks) {
    if (waiting.length === 0) return;
    const place = pick % waiting.length;
    // Some come again.
    const event = pick % 3 === 0 ? waiting[place] : waiting.splice(place, 1)[0];
    if (!event) continue;
    // What could not be heard is told again.
    waiting.push(event);
    await handlePaymentEvent(event, { ...ports, recharge: { start: async () => {} } }, world.now());
    waiting.pop();
  }
};

const meanwhile: fc.WeightedArbitrary<Command>[] = [
  {
    arbitrary: fc
      .oneof(fc.integer({ min: 1, max: 48 }), fc.integer({ min: 24, max: 24 * 70 }))
      .map((hours) => deed(`${hours} hours`, pass(hours))),
    weight: 10,
  },
  {
    arbitrary: fc
      .array(fc.nat(1_000), { minLength: 1, maxLength: 24 })
      .map((picks) => deed(`hear ${picks.join()}`, hearSome(picks))),
    weight: 14,
  },
  {
    arbitrary: fc
      .constantFrom(-10, 0, 30, 61, 180, 24 * 60 * 4)
      .map((minutes) => deed(`renewal ${minutes}`, toRenewal(minutes))),
    weight: 12,
  },
  { arbitrary: one('messages are lost', ({ waiting }) => void waiting.splice(0)), weight: 2 },
  {
    arbitrary: one('daily', ({ world }) =>
      renewAccount(world.accountId, world.store, world.now().toISOString()),
    ),
    weight: 2,
  },
  { arbitrary: one('sweep', ({ world }) => sweep(world)), weight: 3 },
];

const cuts = fc.tuple(fc.integer({ min: 1, max: 24 }), fc.constantFrom(...faultKinds));

const befallen = (plain: Command, cut: Command['cut']): Command =>
  cut ? { ...plain, cut, label: `${plain.label} (call ${cut.join(' ')})` } : plain;

export const commands: fc.Arbitrary<Command> = fc
  .tuple(
    fc.oneof(...requests, ...atTheTill, ...meanwhile),
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary: cuts, weight: 1 }),
  )
  .map(([plain, cut]) => befallen(plain, cut));

type Buying = (life: Scenario) => Promise<unknown>;

const buy =
  (order: PlanOrder): Buying =>
  async (life) => {
    await ask.checkout(asking(life), order);
    complete('plan', 'ok')(life);
    await sweep(life.world);
  };
const withAddon =
  (buying: Buying): Buying =>
  async (life) => {
    await buying(life);
    await ask.startAddon(asking(life), accountOf(life.world).plan === 'Starter' ? 'starter' : 'team');
  };

/** How lives begin. */
export const startingPoints: Record<string, Buying> = {
  Free: async () => {},
  Starter: buy({ plan: 'Starter', interval: 'month' }),
  Team: buy({ plan: 'Team', interval: 'month', licenses: 8 }),
  'Team by the year': buy({ plan: 'Team', interval: 'year', licenses: 6 }),
  'Starter with the add-on': withAddon(buy({ plan: 'Starter', interval: 'year' })),
  'Team with the add-on': withAddon(buy({ plan: 'Team', interval: 'month', licenses: 5 })),
};

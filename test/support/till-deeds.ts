import * as fc from 'fast-check';
import { hearTill } from '../../functions/billing/till/hear-till.ts';
import { renewAccount } from '../../functions/billing/change-account.ts';
import { Problem } from '../../lib/domain/problem.ts';
import { Refusal } from '../../lib/local/stripe/refusal.ts';
import { CardDeclined, TillRefused, type PlanOrder, type TillEvent } from '../../lib/ports/till.ts';
import { atStripe, living } from './till-faults.ts';
import { takeMessages } from './till-hearing.ts';
import * as ask from './till-requests.ts';
import { cutting, mayPass, misfortunes, type Misfortune } from './cuts.ts';
import { accountOf, setCard, sweep } from './till-story.ts';
import type { TillWorld } from './till-world.ts';

/** A life of an account at the till: what people ask, what befalls it there, and what is heard of it. */
export interface Life {
  world: TillWorld;
  /** Sent, and not heard yet. */
  waiting: TillEvent[];
  requests: { made: number };
  promotionId: string;
  /** What befalls the calls of the deed under way. */
  ports: Pick<TillWorld, 'store' | 'till'>;
}

/** What is answered to people; anything else is a fault. */
const isAnswer = (error: unknown): boolean =>
  mayPass(error) ||
  error instanceof CardDeclined ||
  error instanceof Problem ||
  error instanceof Refusal ||
  (error instanceof TillRefused && error.code === 'subscription_ended');

export interface Deed {
  label: string;
  act: (life: Life) => unknown;
  /** The call that something befalls. */
  cut?: [call: number, Misfortune];
}

/** Does it, whatever the answer; takes in what was sent. */
export const doDeed = async (life: Life, { act, cut }: Deed): Promise<void> => {
  const { store, till } = life.world;
  const { ports } = cutting({ store, till }, new Map(cut && [cut]));
  try {
    await act({ ...life, ports });
  } catch (error) {
    if (!isAnswer(error)) throw error;
  }
  life.waiting.push(...(await takeMessages(life.world)));
};

const asking = ({ world, ports, requests: named }: Life): ask.Asking => {
  named.made += 1;
  return { world, ports, id: `request-${named.made}` };
};

const deed = (label: string, act: Deed['act']): Deed => ({ label, act });
const one = (label: string, act: Deed['act']): fc.Arbitrary<Deed> => fc.constant(deed(label, act));

const terms = fc
  .record({
    plan: fc.constantFrom('Starter', 'Team'),
    interval: fc.constantFrom('month', 'month', 'year'),
    licenses: fc.integer({ min: 5, max: 14 }),
  })
  .map(({ plan, interval, licenses }) => ({ plan, interval, ...(plan === 'Team' && { licenses }) }) as const);
const words = (given: object): string => Object.values(given).join(' ');

/** Pages that somebody was told of: of one whose request was cut nobody has the address. */
const sessions = ({ world }: Life, kind: 'plan' | 'pack') => {
  const { checkout, packCheckouts = [] } = world.store.all('till')[0] ?? {};
  const known = new Set(kind === 'plan' ? [checkout?.sessionId] : packCheckouts);
  return atStripe(world, 'checkout.session').filter(({ id, status }) => status === 'open' && known.has(id));
};

const complete =
  (kind: 'plan' | 'pack', card: 'ok' | 'declined') =>
  (life: Life): void => {
    for (const { id } of sessions(life, kind)) life.world.stripe.control.completeCheckout(id, { card });
  };

const withoutCard = async ({ world }: Life): Promise<void> => {
  for (const { id } of atStripe(world, 'customer'))
    await world.client.customers.update(id, { invoice_settings: { default_payment_method: '' } });
};

/** As people do on the page of an invoice, or somebody in the dashboard. */
const withOpenInvoice = (place: number, act: (id: string, life: Life) => unknown) => async (life: Life) => {
  const open = atStripe(life.world, 'invoice').filter(({ status }) => status === 'open');
  const chosen = open[place % Math.max(1, open.length)];
  if (chosen) await act(String(chosen.id), life);
};

const requests: fc.WeightedArbitrary<Deed>[] = [
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

const atTheTill: fc.WeightedArbitrary<Deed>[] = [
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
        for (const { id } of living(world, kind)) await world.client.subscriptions.cancel(id);
      }),
    ),
    weight: 1,
  },
];

const hour = 3_600_000;
/** Nobody is deaf for longer: then the sweep goes by where it is due. */
const mostHours = 6 * 24;

const pass = (hours: number) => async (life: Life) => {
  const { world } = life;
  for (let left = hours; left > 0; left -= mostHours) {
    await world.to(new Date(world.clock.now() + Math.min(left, mostHours) * hour).toISOString());
    const [row] = world.store.all('till');
    const isDue = row?.dueAt !== undefined && row.dueAt <= world.now().toISOString();
    if (isDue && left > mostHours) await sweep(world);
  }
};

/** To a little before the renewal, to it, or to where it is collected or was. */
const toRenewal = (minutes: number) => async (life: Life) => {
  const { paidUntilAt, sastAddon } = accountOf(life.world);
  const [next] = [paidUntilAt, sastAddon?.paidUntilAt]
    .filter((at) => at !== undefined)
    .map((at) => Date.parse(at) + minutes * 60_000 - life.world.clock.now())
    .filter((ms) => ms > 0)
    .toSorted((a, b) => a - b);
  if (next !== undefined) await pass(next / hour)(life);
};

const hearSome = (picks: readonly number[]) => async (life: Life) => {
  const { world, waiting, ports } = life;
  for (const pick of picks) {
    if (waiting.length === 0) return;
    const place = pick % waiting.length;
    // Some come again.
    const event = pick % 3 === 0 ? waiting[place] : waiting.splice(place, 1)[0];
    if (!event) continue;
    // What could not be heard is told again.
    waiting.push(event);
    await hearTill(event, { ...ports, recharge: { start: async () => {} } }, world.now());
    waiting.pop();
  }
};

const meanwhile: fc.WeightedArbitrary<Deed>[] = [
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

const cuts = fc.tuple(fc.integer({ min: 1, max: 24 }), fc.constantFrom(...misfortunes));

const befallen = (plain: Deed, cut: Deed['cut']): Deed =>
  cut ? { ...plain, cut, label: `${plain.label} (call ${cut.join(' ')})` } : plain;

export const deeds: fc.Arbitrary<Deed> = fc
  .tuple(
    fc.oneof(...requests, ...atTheTill, ...meanwhile),
    fc.oneof({ arbitrary: fc.constant(undefined), weight: 5 }, { arbitrary: cuts, weight: 1 }),
  )
  .map(([plain, cut]) => befallen(plain, cut));

type Buying = (life: Life) => Promise<unknown>;

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
export const beginnings: Record<string, Buying> = {
  Free: async () => {},
  Starter: buy({ plan: 'Starter', interval: 'month' }),
  Team: buy({ plan: 'Team', interval: 'month', licenses: 8 }),
  'Team by the year': buy({ plan: 'Team', interval: 'year', licenses: 6 }),
  'Starter with the add-on': withAddon(buy({ plan: 'Starter', interval: 'year' })),
  'Team with the add-on': withAddon(buy({ plan: 'Team', interval: 'month', licenses: 5 })),
};

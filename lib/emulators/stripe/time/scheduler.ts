import type { Clock } from '@scangate/emulator-host/clock';
import { expireCheckoutSession } from '../checkout/checkout-sessions.ts';
import { finalizeAndCollect, retryPayment, voidInvoice } from '../invoices/invoice-lifecycle.ts';
import { hourSeconds } from './billing-periods.ts';
import { expirePendingUpdate } from '../subscriptions/pending-update.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { runDueTransition, nextTransitionAt } from '../subscriptions/subscription-renewal.ts';
import type { CheckoutSession, Invoice, Subscription, StripeObject } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** How long a first payment may take. */
const incompleteSeconds = 23 * hourSeconds;

type Deed = 'turn' | 'incomplete' | 'pending_update' | 'finalize' | 'retry' | 'expire';

interface Entry {
  at: number;
  deed: Deed;
  id: string;
}

const ofSubscription = (tx: Transaction, one: ReadonlyObject<Subscription>): Entry[] => {
  const entries: Entry[] = [];
  const turnAt = nextTransitionAt(tx, one);
  if (turnAt !== undefined) entries.push({ at: turnAt, deed: 'turn', id: one.id });
  if (one.status === 'incomplete') {
    entries.push({ at: one.created + incompleteSeconds, deed: 'incomplete', id: one.id });
  }
  if (one.pending_update)
    entries.push({ at: one.pending_update.expires_at, deed: 'pending_update', id: one.id });
  return entries;
};

const ofInvoice = ({ id, status, auto_advance, ...one }: ReadonlyObject<Invoice>): Entry[] => {
  if (!auto_advance) return [];
  const { automatically_finalizes_at: finalizes, next_payment_attempt: next } = one;
  if (status === 'draft' && finalizes !== null) return [{ at: finalizes, deed: 'finalize', id }];
  return status === 'open' && next !== null ? [{ at: next, deed: 'retry', id }] : [];
};

const ofSession = ({ id, status, expires_at }: ReadonlyObject<CheckoutSession>): Entry[] =>
  status === 'open' ? [{ at: expires_at, deed: 'expire', id }] : [];

/** What a thing, as it is, will bring about by itself. */
const entriesOf = (tx: Transaction, thing: ReadonlyObject<StripeObject>): Entry[] => {
  if (thing.object === 'subscription') return ofSubscription(tx, thing);
  if (thing.object === 'invoice') return ofInvoice(thing);
  if (thing.object === 'checkout.session') return ofSession(thing);
  if (thing.object !== 'subscription_schedule' || thing.subscription === null) return [];
  return ofSubscription(tx, tx.get('subscription', thing.subscription));
};

const kinds = {
  turn: 'subscription',
  incomplete: 'subscription',
  pending_update: 'subscription',
  finalize: 'invoice',
  retry: 'invoice',
  expire: 'checkout.session',
} as const;

const deeds: Record<Deed, (tx: Transaction, id: string) => unknown> = {
  turn: runDueTransition,
  incomplete: (tx, id) => {
    const { latest_invoice } = tx.get('subscription', id);
    if (latest_invoice !== null) voidInvoice(tx, latest_invoice);
  },
  pending_update: expirePendingUpdate,
  finalize: finalizeAndCollect,
  retry: retryPayment,
  expire: expireCheckoutSession,
};

/** Does it, if it is still due: what was planned may have become moot. */
const act = (tx: Transaction, { deed, id }: Entry): void => {
  const thing = tx.find(kinds[deed], id);
  if (!thing) return;
  const due = entriesOf(tx, thing).some((entry) => entry.deed === deed && entry.at <= tx.now);
  if (due) deeds[deed](tx, id);
};

/** Puts on the clock what things will bring about by themselves: renewals, retries, expiries. */
export class Scheduler {
  private readonly clock: Pick<Clock, 'at'>;
  private readonly run: (deed: (tx: Transaction) => void) => void;
  private readonly planned = new Set<string>();

  constructor(clock: Pick<Clock, 'at'>, run: (deed: (tx: Transaction) => void) => void) {
    this.clock = clock;
    this.run = run;
  }

  schedule(tx: Transaction, thing: ReadonlyObject<StripeObject>): void {
    for (const entry of entriesOf(tx, thing)) this.plan(entry);
  }

  private plan(entry: Entry): void {
    const key = `${entry.deed} ${entry.id} ${entry.at}`;
    if (this.planned.has(key)) return;
    this.planned.add(key);
    this.clock.at(entry.at * 1000, () => {
      this.planned.delete(key);
      this.run((tx) => act(tx, entry));
    });
  }
}

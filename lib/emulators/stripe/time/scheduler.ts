import type { Clock } from '@scangate/emulator-host/clock';
import { expireCheckoutSession } from '../checkout/checkout-sessions.ts';
import { finalizeAndCollect, retryPayment, voidInvoice } from '../invoices/invoice-lifecycle.ts';
import { hourSeconds } from './billing-periods.ts';
import { expirePendingUpdate } from '../subscriptions/pending-update.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import { runDueTransition, nextTransitionAt } from '../subscriptions/subscription-renewal.ts';
import type { CheckoutSession, Invoice, Subscription, StripeObject } from '../store/stripe-objects.ts';
import type { Transaction } from '../store/transaction.ts';

/** Longest wait of a subscription for its first payment. */
const incompleteSeconds = 23 * hourSeconds;

type Action = 'turn' | 'incomplete' | 'pending_update' | 'finalize' | 'retry' | 'expire';

interface Entry {
  at: number;
  action: Action;
  id: string;
}

const ofSubscription = (tx: Transaction, one: ReadonlyObject<Subscription>): Entry[] => {
  const entries: Entry[] = [];
  const turnAt = nextTransitionAt(tx, one);
  if (turnAt !== undefined) entries.push({ at: turnAt, action: 'turn', id: one.id });
  if (one.status === 'incomplete') {
    entries.push({ at: one.created + incompleteSeconds, action: 'incomplete', id: one.id });
  }
  if (one.pending_update)
    entries.push({ at: one.pending_update.expires_at, action: 'pending_update', id: one.id });
  return entries;
};

const ofInvoice = ({ id, status, auto_advance, ...one }: ReadonlyObject<Invoice>): Entry[] => {
  if (!auto_advance) return [];
  const { automatically_finalizes_at: finalizes, next_payment_attempt: next } = one;
  if (status === 'draft' && finalizes !== null) return [{ at: finalizes, action: 'finalize', id }];
  return status === 'open' && next !== null ? [{ at: next, action: 'retry', id }] : [];
};

const ofSession = ({ id, status, expires_at }: ReadonlyObject<CheckoutSession>): Entry[] =>
  status === 'open' ? [{ at: expires_at, action: 'expire', id }] : [];

/** @returns the work that an object's present state schedules. */
const entriesOf = (tx: Transaction, object: ReadonlyObject<StripeObject>): Entry[] => {
  if (object.object === 'subscription') return ofSubscription(tx, object);
  if (object.object === 'invoice') return ofInvoice(object);
  if (object.object === 'checkout.session') return ofSession(object);
  if (object.object !== 'subscription_schedule' || object.subscription === null) return [];
  return ofSubscription(tx, tx.get('subscription', object.subscription));
};

const kinds = {
  turn: 'subscription',
  incomplete: 'subscription',
  pending_update: 'subscription',
  finalize: 'invoice',
  retry: 'invoice',
  expire: 'checkout.session',
} as const;

const actions: Record<Action, (tx: Transaction, id: string) => unknown> = {
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

/** Runs scheduled work unless the object has changed so that it is no longer due. */
const act = (tx: Transaction, { action, id }: Entry): void => {
  const object = tx.find(kinds[action], id);
  if (!object) return;
  const due = entriesOf(tx, object).some((entry) => entry.action === action && entry.at <= tx.now);
  if (due) actions[action](tx, id);
};

/** Schedules renewals, retries and expiries on the clock. */
export class Scheduler {
  private readonly clock: Pick<Clock, 'at'>;
  private readonly run: (action: (tx: Transaction) => void) => void;
  private readonly planned = new Set<string>();

  constructor(clock: Pick<Clock, 'at'>, run: (action: (tx: Transaction) => void) => void) {
    this.clock = clock;
    this.run = run;
  }

  schedule(tx: Transaction, object: ReadonlyObject<StripeObject>): void {
    for (const entry of entriesOf(tx, object)) this.plan(entry);
  }

  private plan(entry: Entry): void {
    const key = `${entry.action} ${entry.id} ${entry.at}`;
    if (this.planned.has(key)) return;
    this.planned.add(key);
    this.clock.at(entry.at * 1000, () => {
      this.planned.delete(key);
      this.run((tx) => act(tx, entry));
    });
  }
}

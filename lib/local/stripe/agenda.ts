import type { Clock } from '../clock.ts';
import { expireSession } from './checkout-sessions.ts';
import { finalizeAndCollect, retry, voidInvoice } from './invoice-lifecycle.ts';
import { hour } from './months.ts';
import { expirePending } from './pending-update.ts';
import type { Seen } from './state.ts';
import { turn, turnsAt } from './subscription-renewal.ts';
import type { CheckoutSession, Invoice, Subscription, Thing } from './wire.ts';
import type { Work } from './work.ts';

/** How long a first payment may take. */
const incompleteSeconds = 23 * hour;

type Deed = 'turn' | 'incomplete' | 'pending_update' | 'finalize' | 'retry' | 'expire';

interface Entry {
  at: number;
  deed: Deed;
  id: string;
}

const ofSubscription = (work: Work, one: Seen<Subscription>): Entry[] => {
  const entries: Entry[] = [];
  const turnAt = turnsAt(work, one);
  if (turnAt !== undefined) entries.push({ at: turnAt, deed: 'turn', id: one.id });
  if (one.status === 'incomplete') {
    entries.push({ at: one.created + incompleteSeconds, deed: 'incomplete', id: one.id });
  }
  if (one.pending_update)
    entries.push({ at: one.pending_update.expires_at, deed: 'pending_update', id: one.id });
  return entries;
};

const ofInvoice = ({ id, status, auto_advance, ...one }: Seen<Invoice>): Entry[] => {
  if (!auto_advance) return [];
  const { automatically_finalizes_at: finalizes, next_payment_attempt: next } = one;
  if (status === 'draft' && finalizes !== null) return [{ at: finalizes, deed: 'finalize', id }];
  return status === 'open' && next !== null ? [{ at: next, deed: 'retry', id }] : [];
};

const ofSession = ({ id, status, expires_at }: Seen<CheckoutSession>): Entry[] =>
  status === 'open' ? [{ at: expires_at, deed: 'expire', id }] : [];

/** What a thing, as it is, will bring about by itself. */
const entriesOf = (work: Work, thing: Seen<Thing>): Entry[] => {
  if (thing.object === 'subscription') return ofSubscription(work, thing);
  if (thing.object === 'invoice') return ofInvoice(thing);
  if (thing.object === 'checkout.session') return ofSession(thing);
  if (thing.object !== 'subscription_schedule' || thing.subscription === null) return [];
  return ofSubscription(work, work.get('subscription', thing.subscription));
};

const kinds = {
  turn: 'subscription',
  incomplete: 'subscription',
  pending_update: 'subscription',
  finalize: 'invoice',
  retry: 'invoice',
  expire: 'checkout.session',
} as const;

const deeds: Record<Deed, (work: Work, id: string) => unknown> = {
  turn,
  incomplete: (work, id) => {
    const { latest_invoice } = work.get('subscription', id);
    if (latest_invoice !== null) voidInvoice(work, latest_invoice);
  },
  pending_update: expirePending,
  finalize: finalizeAndCollect,
  retry,
  expire: expireSession,
};

/** Does it, if it is still due: what was planned may have become moot. */
const act = (work: Work, { deed, id }: Entry): void => {
  const thing = work.find(kinds[deed], id);
  if (!thing) return;
  const due = entriesOf(work, thing).some((entry) => entry.deed === deed && entry.at <= work.now);
  if (due) deeds[deed](work, id);
};

/** Puts on the clock what things will bring about by themselves: renewals, retries, expiries. */
export class Agenda {
  private readonly clock: Pick<Clock, 'at'>;
  private readonly run: (deed: (work: Work) => void) => void;
  private readonly planned = new Set<string>();

  constructor(clock: Pick<Clock, 'at'>, run: (deed: (work: Work) => void) => void) {
    this.clock = clock;
    this.run = run;
  }

  note(work: Work, thing: Seen<Thing>): void {
    for (const entry of entriesOf(work, thing)) this.plan(entry);
  }

  private plan(entry: Entry): void {
    const key = `${entry.deed} ${entry.id} ${entry.at}`;
    if (this.planned.has(key)) return;
    this.planned.add(key);
    this.clock.at(entry.at * 1000, () => {
      this.planned.delete(key);
      this.run((work) => act(work, entry));
    });
  }
}

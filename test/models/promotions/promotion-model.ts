/**
 * The reference model of one pool with promotional grants. It keeps what happened in the current period and counts it
 * anew after each step, without the debits that were refunded: a refund is as if the debit had never been.
 */

interface Bucket {
  id: string;
  amount: number;
  expiresAt: string;
}

type Event =
  | { type: 'debit'; id: string; amount: number }
  | { type: 'promotion'; bucket: Bucket }
  | { type: 'expiry'; id: string }
  | { type: 'included'; amount: number }
  | { type: 'purchased'; amount: number }
  | { type: 'support'; amount: number }
  | { type: 'taken'; id: string; amount: number };

interface Numbers {
  included: number;
  purchased: number;
  /** Of the purchased credits, those that support granted. */
  support: number;
  consumed: number;
  promotions: Bucket[];
}

const totalOf = (buckets: readonly Bucket[]): number => buckets.reduce((sum, { amount }) => sum + amount, 0);
const between = (value: number, most: number): number => (value < 0 ? 0 : Math.min(value, most));

export class PromotionModel {
  #start: Numbers;
  #events: Event[] = [];
  /** Debits of earlier periods, which are refunded to the included credits. */
  #older = new Map<string, number>();
  readonly #refunded = new Set<string>();

  constructor(included: number) {
    this.#start = { included, purchased: 0, support: 0, consumed: 0, promotions: [] };
  }

  get numbers(): Numbers {
    const now = structuredClone(this.#start);
    for (const event of this.#events) {
      if (event.type === 'debit') now.consumed += this.#refunded.has(event.id) ? 0 : event.amount;
      else if (event.type === 'promotion') now.promotions.push({ ...event.bucket });
      else if (event.type === 'included') now.included += event.amount;
      else if (event.type === 'purchased') now.purchased += event.amount;
      else if (event.type === 'support') {
        now.purchased += event.amount;
        now.support += event.amount;
      } else if (event.type === 'taken') {
        const bucket = now.promotions.find(({ id }) => id === event.id);
        if (bucket) bucket.amount -= event.amount;
      } else {
        const { amount = 0 } = now.promotions.find(({ id }) => id === event.id) ?? {};
        now.consumed -= between(now.consumed - now.included, amount);
        now.promotions = now.promotions.filter(({ id }) => id !== event.id);
      }
    }
    return now;
  }

  get available(): number {
    const { included, purchased, consumed, promotions } = this.numbers;
    return included + purchased + totalOf(promotions) - consumed;
  }

  /** The grants in the order in which they expire. */
  get promotions(): Bucket[] {
    const live = this.numbers.promotions.filter(({ amount }) => amount > 0);
    return live.toSorted((a, b) => (`${a.expiresAt} ${a.id}` < `${b.expiresAt} ${b.id}` ? -1 : 1));
  }

  get unspentPurchased(): number {
    const { included, purchased, consumed, promotions } = this.numbers;
    return purchased - Math.max(0, consumed - included - totalOf(promotions));
  }

  /** The unspent credits that somebody paid for: what was spent of the purchased ones was theirs first. */
  get unspentBought(): number {
    const { purchased, support } = this.numbers;
    const spent = purchased - this.unspentPurchased;
    return Math.max(0, purchased - support - spent);
  }

  debit(id: string, amount: number): boolean {
    if (amount > this.available) return false;
    this.#events.push({ type: 'debit', id, amount });
    return true;
  }

  refund(id: string): void {
    if (this.#refunded.has(id)) return;
    const older = this.#older.get(id);
    if (older !== undefined) this.#events.push({ type: 'included', amount: older });
    this.#refunded.add(id);
  }

  grant(id: string, amount: number, expiresAt: string): void {
    this.#events.push({ type: 'promotion', bucket: { id, amount, expiresAt } });
  }

  buy(amount: number): void {
    this.#events.push({ type: 'purchased', amount });
  }

  giveSupport(amount: number): void {
    this.#events.push({ type: 'support', amount });
  }

  include(amount: number): void {
    this.#events.push({ type: 'included', amount });
  }

  /** Takes as many credits as there are: those of support, bought ones, then promotional ones, then included ones. */
  take(amount: number): void {
    const fromBought = Math.min(amount, this.unspentPurchased);
    const { included, consumed, promotions } = this.numbers;
    const unspent = totalOf(promotions) - between(consumed - included, totalOf(promotions));
    let fromPromotions = Math.min(amount - fromBought, unspent);
    const fromIncluded = Math.min(amount - fromBought - fromPromotions, Math.max(0, included - consumed));
    const fromSupport = Math.min(fromBought, this.unspentPurchased - this.unspentBought);
    this.giveSupport(-fromSupport);
    this.buy(fromSupport - fromBought);
    this.include(-fromIncluded);
    for (const bucket of this.promotions.toReversed()) {
      const taken = Math.min(fromPromotions, bucket.amount);
      fromPromotions -= taken;
      this.#events.push({ type: 'taken', id: bucket.id, amount: taken });
    }
  }

  expire(id: string): void {
    this.#events.push({ type: 'expiry', id });
  }

  refill(included: number): void {
    const { included: before, consumed } = this.numbers;
    const purchased = this.unspentPurchased;
    const support = purchased - this.unspentBought;
    let over = Math.max(0, consumed - before);
    const promotions = this.promotions.flatMap((bucket) => {
      const spent = Math.min(over, bucket.amount);
      over -= spent;
      return bucket.amount > spent ? [{ ...bucket, amount: bucket.amount - spent }] : [];
    });
    for (const event of this.#events)
      if (event.type === 'debit' && !this.#refunded.has(event.id)) this.#older.set(event.id, event.amount);
    this.#start = { included, purchased, support, consumed: 0, promotions };
    this.#events = [];
  }
}

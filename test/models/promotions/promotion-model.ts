import {
  availableIn,
  emptyPeriod,
  nextPeriod,
  numbersOf,
  removeDebit,
  takeFrom,
  unspentBoughtIn,
  unspentPurchasedIn,
  type Bucket,
  type CreditPeriod,
  type Numbers,
} from '../credit-period.ts';

/**
 * The reference model of one pool with promotional grants, over its periods. After a refund the debit counts
 * as never made.
 */
export class PromotionModel {
  #period: CreditPeriod;
  /** Debits of earlier periods, which are refunded to the included credits. */
  #older = new Map<string, number>();
  readonly #refunded = new Set<string>();

  constructor(included: number) {
    this.#period = emptyPeriod(included);
  }

  get numbers(): Numbers {
    return numbersOf(this.#period);
  }

  get available(): number {
    return availableIn(this.#period);
  }

  /** The grants in the order in which they expire. */
  get promotions(): Bucket[] {
    return this.numbers.promotions;
  }

  get unspentPurchased(): number {
    return unspentPurchasedIn(this.#period);
  }

  get unspentBought(): number {
    return unspentBoughtIn(this.#period);
  }

  debit(id: string, amount: number): boolean {
    if (amount > this.available) return false;
    this.#period.events.push({ type: 'debit', id, amount });
    return true;
  }

  refund(id: string): void {
    if (this.#refunded.has(id)) return;
    this.#refunded.add(id);
    const older = this.#older.get(id);
    if (older === undefined) removeDebit(this.#period, id);
    else this.include(older);
  }

  grant(id: string, amount: number, expiresAt: string): void {
    this.#period.events.push({ type: 'promotion', bucket: { id, amount, expiresAt } });
  }

  buy(amount: number): void {
    this.#period.events.push({ type: 'bought', amount });
  }

  giveSupport(amount: number): void {
    this.#period.events.push({ type: 'support', amount });
  }

  include(amount: number): void {
    this.#period.events.push({ type: 'included', amount });
  }

  take(amount: number): void {
    takeFrom(this.#period, amount);
  }

  expire(id: string): void {
    this.#period.events.push({ type: 'expiry', id });
  }

  refill(included: number): void {
    for (const event of this.#period.events)
      if (event.type === 'debit' && event.amount > 0) this.#older.set(event.id, event.amount);
    this.#period = nextPeriod(this.#period, included);
  }
}

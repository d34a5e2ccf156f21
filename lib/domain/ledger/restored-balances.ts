import type { Restoration } from './restoration.ts';
import type { LedgerRow } from './seal-ledger.ts';

/** Compares the rows of a pool, from its first one on, with the balances that restorations state. */
export class RestoredBalances {
  readonly #waiting: Restoration[];
  #sum = 0;

  constructor(restorations: readonly Restoration[]) {
    this.#waiting = restorations.toSorted((a, b) => (a.throughAt < b.throughAt ? -1 : 1));
  }

  /** Compares those through instants that have passed. */
  #compare(hasPassed: (restoration: Restoration) => boolean): string | undefined {
    for (let next = this.#waiting[0]; next && hasPassed(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      const { throughAt, balanceAfter, number } = next;
      if (this.#sum !== balanceAfter)
        return `the rows through ${throughAt} sum to ${this.#sum}, but restoration ${number} states ${balanceAfter}`;
    }
    return undefined;
  }

  /** Adds the next row. @returns how the rows before it differ from what a restoration states. */
  add({ at, amount }: LedgerRow): string | undefined {
    const fault = this.#compare(({ throughAt }) => throughAt < at);
    this.#sum += amount;
    return fault;
  }

  /** Ends the rows. @returns how they differ from what a restoration states. */
  end(): string | undefined {
    return this.#compare(() => true);
  }
}

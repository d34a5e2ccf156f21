import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { Report } from '../violation.ts';

interface Balance {
  /** The sum of the entries. */
  entries: number;
  pool: Item | undefined;
}

const fields = ['available', 'included', 'purchased', 'consumed'] as const;

const numberOf = (item: Item | undefined, name: string): number => Number(item?.[name] ?? 0);

const promotional = (pool: Item): number => {
  const { promotions = [] } = pool as { promotions?: { amount: number }[] };
  return promotions.reduce((sum, { amount }) => sum + amount, 0);
};

/** Watches every commit: entries are only added, and the sum of a pool's entries is its balance after each of them. */
export class LedgerWatch {
  readonly #balances = new Map<string, Balance>();
  readonly #report: Report;
  readonly #debits = new Map<string, number>();

  constructor(report: Report) {
    this.#report = report;
  }

  #balance(name: string): Balance {
    const found = this.#balances.get(name) ?? { entries: 0, pool: undefined };
    this.#balances.set(name, found);
    return found;
  }

  #addEntry({ before, after }: RowChange): void {
    const entry = after ?? before ?? {};
    const name = String(entry['pk']);
    if (before || !after)
      return this.#report('ledger', `an entry of ${name} was changed: ${String(entry['sk'])}`);
    this.#balance(name).entries += numberOf(after, 'amount');
    const { scanId, projectUnitId, kind, amount } = after as Record<string, string | number | undefined>;
    if (scanId === undefined) return;
    const unit = [name, scanId, projectUnitId].join(' ');
    if (kind === 'consume') this.#debits.set(unit, Number(amount));
    else if (kind === 'grant' && this.#debits.get(unit) !== -Number(amount))
      this.#report('refund', `${unit} gets ${amount} for ${this.#debits.get(unit) ?? 'no debit'}`);
  }

  #check(name: string, { entries, pool }: Balance): void {
    // What a pool has lent is counted at the end.
    if (!pool || pool['leaseId'] !== undefined) return;
    const available = numberOf(pool, 'available');
    const given = numberOf(pool, 'included') + promotional(pool) + numberOf(pool, 'purchased');
    const parts = given - numberOf(pool, 'consumed');
    if (entries !== available) this.#report('balance', `${name}: entries ${entries}, available ${available}`);
    if (parts !== available) this.#report('parts', `${name}: parts ${parts}, available ${available}`);
    for (const field of fields)
      if (numberOf(pool, field) < 0) this.#report('negative', `${name}: ${field} ${numberOf(pool, field)}`);
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const [balances, debits] = [structuredClone([...this.#balances]), [...this.#debits]];
    return () => {
      this.#balances.clear();
      this.#debits.clear();
      for (const [name, balance] of balances) this.#balances.set(name, balance);
      for (const [unit, amount] of debits) this.#debits.set(unit, amount);
    };
  }

  onCommit(changes: readonly RowChange[]): void {
    const touched = new Set<string>();
    for (const change of changes) {
      const { pk, sk } = (change.after ?? change.before ?? {}) as { pk?: string; sk?: string };
      if (change.table.includes('Ledger') && pk?.startsWith('ACCOUNT#')) {
        touched.add(pk);
        this.#addEntry(change);
      } else if (sk?.startsWith('POOL#')) {
        const name = `${pk}#${sk.slice('POOL#'.length)}`;
        touched.add(name);
        this.#balance(name).pool = change.after;
      }
    }
    for (const name of touched) this.#check(name, this.#balance(name));
  }
}

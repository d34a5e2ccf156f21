import { minuteMs } from '@scangate/domain/instant';
import { poolNames, type PoolName } from '@scangate/domain/credits/credit-pool';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import type { Report } from '../violation.ts';

type Budgets = Readonly<Record<string, Partial<Record<PoolName, { hard?: number }>>>>;

/** A scan that was decided before a budget was set may still be committed for as long. */
const underWayMs = 10 * minuteMs;

interface Known {
  budgets: string;
  since: number;
}

const numberOf = (row: Item | undefined, pool: PoolName): number => Number(row?.[pool] ?? 0);

/** Watches every commit: a client spends no more in a month than the budget that was set for it. */
export class BudgetWatch {
  readonly #report: Report;
  /** The budgets of payers, by their partitions. */
  readonly #known = new Map<string, Known>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Keeps what it knows. @returns brings it back. */
  keep(): () => void {
    const known = [...this.#known];
    return () => {
      this.#known.clear();
      for (const [payer, one] of known) this.#known.set(payer, one);
    };
  }

  #note(payer: string, after: Item | undefined, now: number): void {
    const budgets = JSON.stringify(after?.['clientBudgets'] ?? {});
    if (this.#known.get(payer)?.budgets !== budgets) this.#known.set(payer, { budgets, since: now });
  }

  #check(payer: string, { before, after }: RowChange, now: number): void {
    const { budgets = '{}', since = now } = this.#known.get(payer) ?? {};
    const client = String(after?.['sk']).split('#')[1] ?? '';
    const budget = (JSON.parse(budgets) as Budgets)[client];
    for (const pool of poolNames) {
      const [was, is] = [numberOf(before, pool), numberOf(after, pool)];
      const { hard = Infinity } = budget?.[pool] ?? {};
      if (is < 0) this.#report('budget', `${client} has spent ${is} of ${pool}`);
      if (is > was && is > hard && now - since > underWayMs)
        this.#report('budget', `${client} spends ${is} of the ${hard} of ${pool} that it may`);
    }
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const change of changes) {
      const { pk = '', sk = '' } = (change.after ?? change.before ?? {}) as { pk?: string; sk?: string };
      if (!pk.startsWith('ACCOUNT#')) continue;
      if (sk === 'ACCOUNT') this.#note(pk, change.after, now);
      else if (sk.startsWith('CLIENT#')) this.#check(pk, change, now);
    }
  }
}

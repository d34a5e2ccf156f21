import type { Change } from '../record-changes.ts';
import { Conflict } from '../conflict.ts';
import type { Instant, LedgerEntry } from '../records.ts';
import type { PoolName } from './credit-pool.ts';

/** The packs of credits that are sold in addition to the plan, and by auto-recharge. */
export const creditPacks = {
  'core-100': { pool: 'core', credits: 100 },
  'core-500': { pool: 'core', credits: 500 },
  'sast-25': { pool: 'sast', credits: 25 },
} as const satisfies Record<string, { pool: PoolName; credits: number }>;

export type PackName = keyof typeof creditPacks;
export const packNames = Object.keys(creditPacks) as PackName[];

/** Thrown when the ledger already has the grant: another process granted the payment first. */
export class PackGrantConflict extends Conflict {
  constructor() {
    super('the ledger already has this grant');
  }
}

interface PaidPack {
  pack: PackName;
  /** Its `cause` identifies the payment: `pack#<checkout session>` or `recharge#<attempt>`. */
  payment: { cause: string; invoiceId?: string };
}

/** The ledger entry that grants a paid pack. */
export const packEntry = (accountId: string, { pack, payment }: PaidPack, now: Instant): LedgerEntry => {
  const { pool, credits } = creditPacks[pack];
  return { accountId, pool, ...payment, at: now, kind: 'grant', amount: credits, source: pack };
};

/**
 * Grants a paid pack. It has no condition on the pool: purchased credits are added regardless of other changes of the pool,
 * and never expire.
 */
export const grantPack = (
  accountId: string,
  paid: PaidPack,
  now: Instant,
): Change<'pool' | 'ledgerEntry'>[] => {
  const { pool, credits } = creditPacks[paid.pack];
  return [
    {
      change: 'insert',
      record: 'ledgerEntry',
      item: packEntry(accountId, paid, now),
      onConflict: () => new PackGrantConflict(),
    },
    {
      change: 'update',
      record: 'pool',
      id: { accountId, pool },
      add: { available: credits, purchased: credits },
    },
  ];
};

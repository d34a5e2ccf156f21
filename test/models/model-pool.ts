import { availableIn, numbersOf, removeDebit, takeFrom, type CreditPeriod } from './credit-period.ts';
import { plusMonths } from './model-calendar.ts';

/** The reference model of a pool: its credits, and the months in which its periods begin and end. */

export type PoolName = 'core' | 'sast';
export const poolNames = ['core', 'sast'] as const;

export interface ModelPool extends CreditPeriod {
  /** The period begins this many months after the anchor, or at `late` when it was applied too late for that. */
  anchor: string;
  months: number;
  late?: string;
  /** Highest number of licenses paid for in this period. */
  licenses?: number;
}

/** Whether credits of this period were granted or spent. */
export const isUsed = (pool: ModelPool): boolean => {
  const { included, consumed } = numbersOf(pool);
  return included !== 0 || consumed !== 0;
};

export const startOf = ({ anchor, months, late }: ModelPool): string => late ?? plusMonths(anchor, months);
export const endOf = ({ anchor, months }: ModelPool): string => plusMonths(anchor, months + 1);
export const available = (pool: ModelPool): number => availableIn(pool);

/** @param id names the debit, for its refund. */
export const spend = (pool: ModelPool, id: string, amount: number): void =>
  void pool.events.push({ type: 'debit', id, amount });

/** @param periodStart the start of the period of the debit. */
export const refundCredits = (
  pool: ModelPool,
  { id, amount, periodStart }: { id: string; amount: number; periodStart: string },
): void => {
  if (periodStart !== startOf(pool)) grant(pool, amount);
  else if (!removeDebit(pool, id, amount)) throw new Error(`${id} is no debit of this period`);
};

/** Adds credits that end with the period. */
export const grant = (pool: ModelPool, amount: number): void =>
  void pool.events.push({ type: 'included', amount });

export const buy = (pool: ModelPool, amount: number): void =>
  void pool.events.push({ type: 'bought', amount });

/** A support adjustment. */
export const adjustCredits = (pool: ModelPool, amount: number): void => {
  if (amount > 0) pool.events.push({ type: 'support', amount });
  else takeFrom(pool, -amount);
};

export const grantPromotion = (
  pool: ModelPool,
  bucket: { id: string; amount: number; expiresAt: string },
): void => void pool.events.push({ type: 'promotion', bucket });

import type { PoolName } from '../credits/credit-pool.ts';
import { showsDigests } from './redacted-row.ts';
import type { LedgerRow } from './seal-ledger.ts';
import type { SealStatement } from './seal-statement.ts';

/** The end of a segment as a file states it. Facts that the file does not state are absent. */
export interface SegmentEnd {
  segment: number;
  row: LedgerRow;
  /** The previous hash of the segment's first row. */
  previousHash?: string | undefined;
  /** The sum of all rows up to here. */
  balance?: number | undefined;
}

const keyOf = (pool: string, segment: number): string => `${pool}/${segment}`;

const difference = (
  { head, throughAt, throughCause, previousHash, balance }: SealStatement,
  end: SegmentEnd,
): string | undefined => {
  const { row } = end;
  if (row.hash !== head) return 'hash';
  if (row.at !== throughAt || (!showsDigests(row) && row.cause !== throughCause)) return 'last row';
  if (end.previousHash !== undefined && end.previousHash !== previousHash) return 'previous hash';
  return end.balance !== undefined && end.balance !== balance ? 'balance' : undefined;
};

/**
 * Compares the segments of an exported ledger with signed statements about them. A chain that was recomputed as a
 * whole or cut off is consistent in itself, but not with what was signed when it was sealed
 * (docs/adr/0009-ledger.md).
 */
export class StatementCheck {
  readonly #statements = new Map<string, SealStatement>();
  /** The first segment with a statement, by pool. */
  readonly #first = new Map<string, number>();
  #contradiction: string | undefined;

  /** @param statements whose signatures were verified. The first of a pool covers everything before it. */
  constructor(statements: readonly SealStatement[]) {
    for (const statement of statements) {
      const key = keyOf(statement.pool, statement.number);
      const other = this.#statements.get(key);
      if (other && other.head !== statement.head)
        this.#contradiction ??= `there are two statements about segment ${statement.number} of ${statement.pool}`;
      this.#statements.set(key, statement);
      const first = this.#first.get(statement.pool) ?? statement.number;
      this.#first.set(statement.pool, Math.min(first, statement.number));
    }
  }

  /**
   * Compares the end of a segment. Every segment after the first statement needs its own: otherwise an entry could
   * be changed, and the chain recomputed, by leaving out the statement.
   * @returns whether there was a statement about it, or how it differs.
   */
  segmentEnd(pool: PoolName, end: SegmentEnd): boolean | { reason: string } {
    const statement = this.#statements.get(keyOf(pool, end.segment));
    if (!statement) {
      const isCovered = this.#first.size === 0 || end.segment < (this.#first.get(pool) ?? 0);
      const reason = `segment ${end.segment} of ${pool} is sealed, but its signed statement is missing`;
      return isCovered ? false : { reason };
    }
    this.#statements.delete(keyOf(pool, end.segment));
    const differs = difference(statement, end);
    return differs === undefined || { reason: `its ${differs} is not the one that was signed` };
  }

  /**
   * Searches for statements about segments that the file should have but does not.
   * @param begins the segment with which a pool begins, where it is not the first.
   */
  fault(begins: ReadonlyMap<string, number>): string | undefined {
    if (this.#contradiction !== undefined) return this.#contradiction;
    const missing = [...this.#statements.values()].find(
      ({ pool, number }) => number >= (begins.get(pool) ?? 1),
    );
    return (
      missing && `segment ${missing.number} of ${missing.pool} was sealed and signed, but is not in the file`
    );
  }
}

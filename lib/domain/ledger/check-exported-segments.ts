import type { PoolName } from '../credits/credit-pool.ts';
import { showsDigests } from './redacted-row.ts';
import {
  currentStatements,
  isRestoration,
  restorationFault,
  statementDigest,
  type ChainStatement,
  type Restoration,
} from './restoration.ts';
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

/** The statements of one pool. */
class PoolStatements {
  /** The lowest number. Its statement covers everything before it. */
  readonly first: number;
  /** The restorations that count. */
  readonly current: readonly Restoration[];
  /** All of them, oldest first, superseded ones included. */
  readonly restorations: readonly Restoration[];
  readonly fault: string | undefined;
  /** The statements about segments that count and have not been compared. */
  readonly #waiting: Map<number, SealStatement>;

  constructor(pool: string, given: readonly ChainStatement[]) {
    const statements = new Map(given.map((statement) => [statement.number, statement]));
    const twice = given.find((one) => {
      const other = statements.get(one.number);
      return other && statementDigest(other) !== statementDigest(one);
    });
    this.first = Math.min(...statements.keys());
    this.restorations = [...statements.values()]
      .filter(isRestoration)
      .toSorted((a, b) => a.number - b.number);
    const { segments, restorations } = currentStatements(statements);
    this.current = restorations;
    this.#waiting = new Map(segments.map((statement) => [statement.number, statement]));
    const known = { statements, from: this.first };
    this.fault = twice
      ? `there are two statements about segment ${twice.number} of ${pool}`
      : this.restorations.map((one) => restorationFault(one, known)).find((fault) => fault !== undefined);
  }

  /** Returns the restoration that supersedes a segment. */
  overtakenBy(segment: number): Restoration | undefined {
    return this.current.find(({ number, continuesAfter }) => segment > continuesAfter && segment < number);
  }

  take(segment: number): SealStatement | undefined {
    const statement = this.#waiting.get(segment);
    this.#waiting.delete(segment);
    return statement;
  }

  /** Returns the segment from a number on that was not compared. */
  missing(begins: number): SealStatement | undefined {
    return [...this.#waiting.values()].findLast(({ number }) => number >= begins);
  }
}

/**
 * Compares the segments of an exported ledger with signed statements about them. A chain that was recomputed as a
 * whole or cut off is consistent in itself, but not with what was signed when it was sealed
 * (docs/adr/0009-ledger.md). Signed restorations say which statements no longer count (docs/adr/0142-restored-ledgers.md).
 */
export class StatementCheck {
  readonly #pools: ReadonlyMap<string, PoolStatements>;
  /** Why the statements do not agree with one another. */
  readonly contradiction: string | undefined;

  /** @param statements whose signatures were verified. The first of a pool covers everything before it. */
  constructor(statements: readonly ChainStatement[]) {
    const byPool = [...Map.groupBy(statements, ({ pool }) => pool)];
    this.#pools = new Map(byPool.map(([pool, given]) => [pool, new PoolStatements(pool, given)]));
    this.contradiction = [...this.#pools.values()].find(({ fault }) => fault !== undefined)?.fault;
  }

  /**
   * Compares the end of a segment. Every segment after the first statement needs its own: otherwise an entry could
   * be changed, and the chain recomputed, by leaving out the statement.
   * @returns whether there was a statement about it, or how it differs.
   */
  segmentEnd(pool: PoolName, end: SegmentEnd): boolean | { reason: string } {
    const { segment } = end;
    const statements = this.#pools.get(pool);
    const statement = statements?.take(segment);
    if (statement) {
      const differs = difference(statement, end);
      return differs === undefined || { reason: `its ${differs} is not the one that was signed` };
    }
    const overtaken = statements?.overtakenBy(segment);
    if (overtaken)
      return { reason: `segment ${segment} of ${pool} is superseded by restoration ${overtaken.number}` };
    const isCovered = this.#pools.size === 0 || (statements && segment < statements.first);
    const reason = `segment ${segment} of ${pool} is sealed, but its signed statement is missing`;
    return isCovered ? false : { reason };
  }

  /**
   * Requires that a signed restoration, which has the number before the next segment, supersedes the segments that are
   * left out.
   * @returns why they may not be left out.
   */
  gap(pool: PoolName, { after, next }: { after: number; next: number }): string | undefined {
    if (next <= after + 1) return undefined;
    const found = this.#pools.get(pool)?.current.find(({ number }) => number === next - 1);
    return found?.continuesAfter === after
      ? undefined
      : `segment ${next} of ${pool} continues segment ${after}, which only the signed statement of a restoration explains`;
  }

  /** Returns the pools with a restoration. */
  restoredPools(): PoolName[] {
    const pools = [...this.#pools.values()].flatMap(({ restorations }) => restorations);
    return [...new Set(pools.map(({ pool }) => pool))];
  }

  /** Returns the restorations of a pool, oldest first, and those among them whose balances its rows must have. */
  restorationsOf(pool: PoolName): { all: readonly Restoration[]; current: readonly Restoration[] } {
    const { restorations: all = [], current = [] } = this.#pools.get(pool) ?? {};
    return { all, current };
  }

  /**
   * Searches for statements about segments that the file should have but does not.
   * @param begins the segment with which a pool begins, where it is not the first.
   */
  fault(begins: ReadonlyMap<string, number>): string | undefined {
    for (const [pool, statements] of this.#pools) {
      const missing = statements.missing(begins.get(pool) ?? 1);
      if (missing)
        return `segment ${missing.number} of ${pool} was sealed and signed, but is not in the file`;
    }
    return undefined;
  }
}

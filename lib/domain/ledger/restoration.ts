import { canonicalJson, sha256 } from '@scangate/engines/model/digest';
import { addMs, minuteMs } from '../instant.ts';
import type { Instant, LedgerSeal } from '../records.ts';
import { genesisHash } from './seal-ledger.ts';
import { statementText, type SealStatement } from './seal-statement.ts';

/** A statement that a restoration replaces. */
interface SupersededStatement {
  number: number;
  /** Hex SHA-256 of the canonical JSON of that statement. */
  digest: string;
}

/**
 * The signed facts of a ledger that was restored to an instant before its newest signed statements, and goes on. It has
 * a number of its own among the statements of its pool; the next segment has the number after it.
 */
export interface Restoration extends Pick<LedgerSeal, 'accountId' | 'pool' | 'number'> {
  kind: 'restoration';
  /** The instant to which the tables were restored. */
  restoredTo: Instant;
  statedAt: Instant;
  /** The last segment in the restored tables, after which the chain continues; 0 for its beginning. */
  continuesAfter: number;
  /** Hex SHA-256 of the last entry of that segment. */
  head: string;
  /** Every statement between that segment and this number. */
  superseded: readonly SupersededStatement[];
  /** The last instant that the newest superseded statement, or the continued segment, covers. */
  throughAt: Instant;
  /** The balance that the newest superseded statement states. */
  balanceBefore: number;
  /** The sum of the entries through that instant that the restored tables have. */
  balanceAfter: number;
}

/** A statement about a pool: about a segment of its chain, or a restoration. */
export type ChainStatement = SealStatement | Restoration;

/** Returns whether a statement is about a restoration instead of a segment. */
export const isRestoration = (statement: ChainStatement): statement is Restoration => 'kind' in statement;

/** The digest by which a restoration names a statement. */
export const statementDigest = (statement: ChainStatement): string => sha256(canonicalJson(statement));

/** The text that is signed: of a restoration, which may name any number of statements, its digest. */
export const signedText = (statement: ChainStatement): string =>
  isRestoration(statement) ? `scangate restoration ${statementDigest(statement)}` : statementText(statement);

/** A run that seals a ledger ends within this time; its seals are in any table restored to a later instant. */
export const sealingRunMs = 15 * minuteMs;

/** The balance that a statement states at its end. */
export const statedBalance = (statement: ChainStatement): number =>
  isRestoration(statement) ? statement.balanceAfter : statement.balance;

/** The instant through which a restoration compares balances, by the newest statement and the segment it continues. */
export const comparedThrough = (
  last: Pick<ChainStatement, 'throughAt'>,
  continued: Pick<LedgerSeal, 'throughAt'> | undefined,
): Instant => (continued && continued.throughAt > last.throughAt ? continued.throughAt : last.throughAt);

/** The statements of one pool, by number. */
export type StatementsByNumber = ReadonlyMap<number, ChainStatement>;

/** The statements that count: those about segments, and the restorations between them. Both come newest first. */
interface CurrentStatements {
  segments: SealStatement[];
  restorations: Restoration[];
}

/**
 * Follows the statements of a pool from the newest one back. A restoration leads to the segment that it continues, past
 * everything that it supersedes, earlier restorations included.
 */
export const currentStatements = (statements: StatementsByNumber): CurrentStatements => {
  const current: CurrentStatements = { segments: [], restorations: [] };
  let limit = Number.POSITIVE_INFINITY;
  for (const [number, statement] of [...statements].toSorted(([a], [b]) => b - a)) {
    if (number > limit) continue;
    if (!isRestoration(statement)) current.segments.push(statement);
    else {
      current.restorations.push(statement);
      limit = Math.min(statement.continuesAfter, number - 1);
    }
  }
  return current;
};

/**
 * Returns the segment that tables restored to the instant of a restoration must contain, if it is superseded: one that
 * was sealed long before, and that counted at that instant. An earlier restoration may have superseded it, and one after
 * that have led back to it.
 */
export const withheldSegment = (
  { number, continuesAfter, restoredTo }: Pick<Restoration, 'number' | 'continuesAfter' | 'restoredTo'>,
  statements: StatementsByNumber,
): SealStatement | undefined => {
  const then = [...statements].filter(
    ([, one]) =>
      one.number > continuesAfter &&
      one.number < number &&
      (isRestoration(one) ? one.statedAt <= restoredTo : addMs(one.sealedAt, sealingRunMs) < restoredTo),
  );
  return currentStatements(new Map(then)).segments.at(-1);
};

/** Returns what is wrong with the statement of a number that a restoration supersedes. */
const supersededFault = (
  { number, digest }: SupersededStatement,
  { number: by }: Restoration,
  statement: ChainStatement | undefined,
): string | undefined => {
  if (!statement) return `statement ${number}, which restoration ${by} supersedes, is missing`;
  return statementDigest(statement) === digest
    ? undefined
    : `restoration ${by} names another statement ${number}`;
};

/** Returns whether it names exactly the numbers between the segment that it continues and its own. */
const namesEachOnce = ({ number, continuesAfter, superseded }: Restoration): boolean =>
  continuesAfter >= 0 &&
  superseded.length > 0 &&
  superseded.length === number - continuesAfter - 1 &&
  superseded.every((one, index) => one.number === continuesAfter + 1 + index);

/**
 * Compares a restoration with the other statements of its pool: it names each statement that it supersedes, as it was
 * signed, continues a segment that stays, states the balances of both sides, and supersedes nothing that the restored
 * tables must contain.
 * @param from the lowest number that is known. The continued segment may be below it, but nothing that is superseded.
 */
export const restorationFault = (
  restoration: Restoration,
  { statements, from }: { statements: StatementsByNumber; from: number },
): string | undefined => {
  const { number, continuesAfter, head, superseded, restoredTo, throughAt, balanceBefore } = restoration;
  if (!namesEachOnce(restoration))
    return `restoration ${number} does not name each statement after ${continuesAfter}`;
  for (const one of superseded) {
    const fault = supersededFault(one, restoration, statements.get(one.number));
    if (fault !== undefined) return fault;
  }
  const withheld = withheldSegment(restoration, statements);
  if (withheld)
    return `segment ${withheld.number} was sealed before ${restoredTo}, so restoration ${number} may not supersede it`;
  const last = statements.get(number - 1);
  const continued = statements.get(continuesAfter);
  const isKnownEnd = continued !== undefined || continuesAfter === 0;
  const isOther = last && isKnownEnd && comparedThrough(last, continued) !== throughAt;
  if (last && (isOther || statedBalance(last) !== balanceBefore))
    return `restoration ${number} does not state the balance that was signed before it`;
  if (!continued) {
    const isKnown = continuesAfter === 0 ? head === genesisHash : continuesAfter < from;
    return isKnown ? undefined : `restoration ${number} continues a segment without a statement`;
  }
  return isRestoration(continued) || continued.head !== head
    ? `restoration ${number} does not continue segment ${continuesAfter} as it was signed`
    : undefined;
};

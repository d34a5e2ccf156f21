import { addMs, minuteMs } from '../instant.ts';
import type { Instant, LedgerSeal } from '../records.ts';
import {
  comparedThrough,
  isRestoration,
  restorationFault,
  statedBalance,
  statementDigest,
  withheldSegment,
  type Restoration,
  type StatementsByNumber,
} from './restoration.ts';
import { genesisHash, lastHash } from './seal-ledger.ts';
import { sealStatement, statementText } from './seal-statement.ts';

/** The clocks of two processes differ by less. */
export const clockDifferenceMs = 2 * minuteMs;

/** The restored tables of a pool, and its statements in the locked bucket. */
export interface RestoredPool {
  id: Pick<LedgerSeal, 'accountId' | 'pool'>;
  /** The newest seal in the tables. */
  newest: LedgerSeal | undefined;
  /** The statements from that seal on, whose signatures were verified. */
  statements: StatementsByNumber;
  /** The sum of the entries in the tables through the end of the newest statement and of that seal. */
  balance: number;
  /** Whether the tables have an entry from after the restored instant, up to that end. */
  hasLaterEntry: boolean;
}

/** The number of the newest statement of a pool. */
export const newestNumber = (statements: StatementsByNumber): number => Math.max(0, ...statements.keys());

/** Returns whether the chain in the tables continues after a restoration, so that its next segment follows it. */
export const continuesAs = (newest: LedgerSeal | undefined, { continuesAfter, head }: Restoration): boolean =>
  continuesAfter === (newest?.number ?? 0) && head === lastHash(newest);

/**
 * Returns the restoration after which the chain in restored tables continues, if it was stated already and is valid.
 */
export const statedRestoration = (
  newest: LedgerSeal | undefined,
  statements: StatementsByNumber,
): Restoration | undefined => {
  const last = statements.get(newestNumber(statements));
  if (!last || !isRestoration(last) || !continuesAs(newest, last)) return undefined;
  const fault = restorationFault(last, { statements, from: Math.max(1, last.continuesAfter) });
  return fault === undefined ? last : undefined;
};

/** Returns why the tables cannot have been restored to the instant, by their newest seal. */
const sealRefusal = ({ newest, statements }: RestoredPool, restoredTo: Instant): string | undefined => {
  if (!newest) return undefined;
  const signed = statements.get(newest.number);
  if (!signed || isRestoration(signed) || statementText(signed) !== statementText(sealStatement(newest)))
    return `seal ${newest.number} in the tables is not the one that was signed`;
  return newest.sealedAt > addMs(restoredTo, clockDifferenceMs)
    ? `the tables contain seal ${newest.number}, which was made after ${restoredTo}`
    : undefined;
};

/**
 * States the restoration of a pool whose tables lack signed statements: what is superseded, where the chain continues,
 * and the balance on both sides. Tables that do not look as they did at the restored instant are refused.
 * @returns the restoration, or the reason of the refusal.
 */
export const planRestoration = (
  restored: RestoredPool,
  restoredTo: Instant,
  now: Instant,
): Restoration | { refused: string } => {
  const { id, newest, statements, balance, hasLaterEntry } = restored;
  const { accountId, pool } = id;
  const continuesAfter = newest?.number ?? 0;
  const last = newestNumber(statements);
  const numbers = Array.from({ length: last - continuesAfter }, (_, index) => continuesAfter + 1 + index);
  const superseded = numbers.flatMap((number) => statements.get(number) ?? []);
  const end = superseded.at(-1);
  if (!end || superseded.length < numbers.length) return { refused: 'a signed statement is missing' };
  const withheld = withheldSegment({ number: last + 1, continuesAfter, restoredTo }, statements);
  const refused =
    sealRefusal(restored, restoredTo) ??
    (withheld && `segment ${withheld.number} was sealed before ${restoredTo}, but is not in the tables`) ??
    (hasLaterEntry
      ? `the tables contain entries from after ${restoredTo} that would be called lost`
      : undefined);
  if (refused !== undefined) return { refused };
  return {
    kind: 'restoration',
    accountId,
    pool,
    number: last + 1,
    restoredTo,
    statedAt: now,
    continuesAfter,
    head: newest ? lastHash(newest) : genesisHash,
    superseded: superseded.map((one) => ({ number: one.number, digest: statementDigest(one) })),
    throughAt: comparedThrough(end, newest),
    balanceBefore: statedBalance(end),
    balanceAfter: balance,
  };
};

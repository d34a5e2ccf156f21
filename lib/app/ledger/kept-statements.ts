import { storedJson } from '#app/stored-json.ts';
import type { RecordKeys } from '@scangate/domain/record-changes';
import { newestNumber, statedRestoration } from '@scangate/domain/ledger/plan-restoration';
import {
  signedText,
  type ChainStatement,
  type Restoration,
  type StatementsByNumber,
} from '@scangate/domain/ledger/restoration';
import { poolPrefix, statementName } from '@scangate/domain/ledger/seal-statement';
import type { LedgerSeal } from '@scangate/domain/records';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import type { StoreReader } from '#ports/store.ts';
import { ledgerInOrder } from './ledger-in-order.ts';

type PoolId = RecordKeys['pool'];

/** Reads and verifies signed statements in the locked bucket, or in a copy of it. */
export type KeptStatements = Pick<LedgerSealStore, 'read' | 'verify' | 'names'>;

interface Kept {
  statement: ChainStatement;
  signature: string;
}

/** Signs a statement and stores it under its number, where a stored one stays. */
export const keepStatement = async (
  statement: ChainStatement,
  sealStore: Pick<LedgerSealStore, 'sign' | 'keep'>,
): Promise<void> => {
  const kept: Kept = { statement, signature: await sealStore.sign(Buffer.from(signedText(statement))) };
  await sealStore.keep(statementName(statement), Buffer.from(JSON.stringify(kept)));
};

/**
 * Reads the statement of a number.
 * @returns undefined without one, and `unsigned` when the key did not sign it, or signed it for another place.
 */
export const readStatement = async (
  id: RecordKeys['ledgerSeal'],
  statements: Pick<KeptStatements, 'read' | 'verify'>,
): Promise<ChainStatement | 'unsigned' | undefined> => {
  const bytes = await statements.read(statementName(id));
  if (!bytes) return undefined;
  const { statement, signature } = storedJson<Partial<Kept>>(bytes);
  if (!statement || !signature || statementName(statement) !== statementName(id)) return 'unsigned';
  const isSigned = await statements.verify(Buffer.from(signedText(statement)), signature);
  return isSigned ? statement : 'unsigned';
};

/** Reads the statements of a pool from a number on. @returns the number of one that is not signed, if any. */
export const readStatements = async (
  id: PoolId,
  from: number,
  statements: KeptStatements,
): Promise<StatementsByNumber | { unsigned: number }> => {
  const found = new Map<number, ChainStatement>();
  for await (const name of statements.names(poolPrefix(id))) {
    const number = Number(name.slice(poolPrefix(id).length).replace('.json', ''));
    if (!(number >= from)) continue;
    const statement = await readStatement({ ...id, number }, statements);
    if (statement === 'unsigned') return { unsigned: number };
    if (statement) found.set(number, statement);
  }
  return found;
};

/** The ledger in the tables, and its statements. */
interface Ledger {
  store: Pick<StoreReader, 'list'>;
  statements: KeptStatements;
}

/** Returns whether the entries in the tables have the balance that a restoration states about them. */
const hasBalance = async (
  before: LedgerSeal | undefined,
  { accountId, pool, throughAt, balanceAfter }: Restoration,
  { store }: Pick<Ledger, 'store'>,
): Promise<boolean> => {
  const range = { after: before, through: throughAt };
  let balance = before?.balance ?? 0;
  for await (const { amount } of ledgerInOrder(store, { accountId, pool }, range)) balance += amount;
  return balance === balanceAfter;
};

/** Returns the restoration after which the tables continue, if it was stated already: about these entries, not others. */
export const findRestoration = async (
  newest: LedgerSeal | undefined,
  statements: StatementsByNumber,
  ledger: Pick<Ledger, 'store'>,
): Promise<Restoration | undefined> => {
  const stated = statedRestoration(newest, statements);
  return stated && (await hasBalance(newest, stated, ledger)) ? stated : undefined;
};

/**
 * Returns the number of the next segment of a chain: the next one, or after a signed restoration that continues this
 * chain the one behind it.
 * @returns undefined when there are signed statements about seals that the table does not contain.
 */
export const nextNumber = async (
  id: PoolId,
  newest: LedgerSeal | undefined,
  ledger: Ledger,
): Promise<number | undefined> => {
  const { statements } = ledger;
  const number = (newest?.number ?? 0) + 1;
  if (!(await statements.read(statementName({ ...id, number })))) return number;
  const known = await readStatements(id, Math.max(1, number - 1), statements);
  if ('unsigned' in known || !(await findRestoration(newest, known, ledger))) return undefined;
  return newestNumber(known) + 1;
};

/**
 * Returns the signed restoration by which a seal continues another one than that of the number before it.
 * @returns undefined when there is none, or it differs from the statements that it supersedes, or from the entries.
 */
export const restorationBetween = async (
  before: LedgerSeal | undefined,
  seal: RecordKeys['ledgerSeal'],
  ledger: Ledger,
): Promise<Restoration | undefined> => {
  const { accountId, pool } = seal;
  const from = Math.max(1, before?.number ?? 0);
  const known = await readStatements({ accountId, pool }, from, ledger.statements);
  if ('unsigned' in known) return undefined;
  const until = new Map([...known].filter(([number]) => number < seal.number));
  return newestNumber(until) === seal.number - 1 ? findRestoration(before, until, ledger) : undefined;
};

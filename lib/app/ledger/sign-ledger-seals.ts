import { storedJson } from '#app/stored-json.ts';
import type { RecordKeys } from '@scangate/domain/record-changes';
import {
  sealStatement,
  statementName,
  statementText,
  type SignedStatement,
} from '@scangate/domain/ledger/seal-statement';
import type { LedgerSeal } from '@scangate/domain/records';
import type { Log } from '#ports/log.ts';
import { listAll, type StoreReader } from '#ports/store.ts';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';
import { newestSeal } from './ledger-in-order.ts';

export interface SignSealsPorts {
  store: Pick<StoreReader, 'list'>;
  sealStore: LedgerSealStore;
  log: Log;
}

/** Returns whether a stored statement is signed and agrees with the seal in the table. */
const agrees = async (seal: LedgerSeal, kept: Uint8Array, sealStore: LedgerSealStore): Promise<boolean> => {
  const expected = statementText(sealStatement(seal));
  const { statement, signature } = storedJson<Partial<SignedStatement>>(kept);
  if (!statement || !signature || statementText(statement) !== expected) return false;
  return sealStore.verify(Buffer.from(expected), signature);
};

/**
 * Returns whether there is a statement about the seal after the newest one in the table: then the table has lost
 * that seal.
 */
const isCut = async (
  id: RecordKeys['pool'],
  newest: LedgerSeal | undefined,
  { store, sealStore }: Pick<SignSealsPorts, 'store' | 'sealStore'>,
): Promise<boolean> => {
  const number = (newest?.number ?? 0) + 1;
  if (!(await sealStore.read(statementName({ ...id, number })))) return false;
  // Another run may have sealed and signed meanwhile.
  return ((await newestSeal(store, id))?.number ?? 0) < number;
};

/**
 * Signs the seals of a pool that are not signed yet, and stores the statements where they cannot be changed. The
 * newest stored one is compared with its seal: this detects a table that was rewritten (docs/adr/0009-ledger.md),
 * and, by a statement about the next seal, one that lost its last seals. An interrupted run is continued by the next
 * one.
 * @returns the number of new statements; undefined when the seal and its statement disagree.
 */
export const signLedgerSeals = async (
  id: RecordKeys['pool'],
  { store, sealStore, log }: SignSealsPorts,
  { signal }: { signal: AbortSignal },
): Promise<number | undefined> => {
  const waiting: LedgerSeal[] = [];
  let newest: LedgerSeal | undefined;
  const differs = (message: string, number: number): undefined => {
    log.error(message, { ...id, number });
    log.metric('LedgerDrift', 1);
  };
  // A seal that was just written must not wait for the next day.
  const newestFirst = { newestFirst: true, limit: 100, consistent: true };
  for await (const seal of listAll(store, { list: 'seals', owner: id, ...newestFirst })) {
    newest ??= seal;
    const kept = await sealStore.read(statementName(seal));
    if (!kept) {
      waiting.push(seal);
      continue;
    }
    if (await agrees(seal, kept, sealStore)) break;
    return differs('a seal and its signed statement disagree', seal.number);
  }
  if (await isCut(id, newest, { store, sealStore }))
    return differs('a signed seal is missing from the table', (newest?.number ?? 0) + 1);
  for (const seal of waiting.toReversed()) {
    signal.throwIfAborted();
    const statement = sealStatement(seal);
    const signed: SignedStatement = {
      statement,
      signature: await sealStore.sign(Buffer.from(statementText(statement))),
    };
    await sealStore.keep(statementName(seal), Buffer.from(JSON.stringify(signed)));
  }
  return waiting.length;
};

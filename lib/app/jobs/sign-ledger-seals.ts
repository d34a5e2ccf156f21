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
import { newestSeal } from '../billing/ledger-in-order.ts';

export interface SignSealsPorts {
  store: Pick<StoreReader, 'list'>;
  sealStore: LedgerSealStore;
  log: Log;
}

/** Whether a kept statement is signed and says of a seal what the table says. */
const agrees = async (seal: LedgerSeal, kept: Uint8Array, sealStore: LedgerSealStore): Promise<boolean> => {
  const expected = statementText(sealStatement(seal));
  const { statement, signature } = storedJson<Partial<SignedStatement>>(kept);
  if (!statement || !signature || statementText(statement) !== expected) return false;
  return sealStore.verify(Buffer.from(expected), signature);
};

/** Whether a statement is kept about the seal after the newest of the table: then the table lost it. */
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
 * Signs the seals of a pool that are not signed yet, and keeps the statements where they cannot be changed. The newest
 * kept one is compared with its seal: a table that was rewritten shows here (docs/adr/0009-ledger.md), and one that lost
 * its last seals by a statement about the next one. A run that ended in between is continued by the next one.
 * @returns the number of new statements, undefined when the seal and its statement disagree.
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
  // A seal that was written a moment ago must not wait for the next day.
  const newestFirst = { newestFirst: true, limit: 100, consistent: true };
  for await (const seal of listAll(store, { list: 'seals', owner: id, ...newestFirst })) {
    newest ??= seal;
    const kept = await sealStore.read(statementName(seal));
    if (!kept) {
      waiting.push(seal);
      continue;
    }
    if (await agrees(seal, kept, sealStore)) break;
    return differs('a seal and its kept statement disagree', seal.number);
  }
  if (await isCut(id, newest, { store, sealStore }))
    return differs('a seal that was signed is not in the table', (newest?.number ?? 0) + 1);
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

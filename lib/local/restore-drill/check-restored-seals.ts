import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  nextNumber,
  readStatement,
  restorationBetween,
  type KeptStatements,
} from '#app/ledger/kept-statements.ts';
import { DamagedDocument } from '#app/stored-json.ts';
import type { RecordKeys } from '@scangate/domain/record-changes';
import { signedText } from '@scangate/domain/ledger/restoration';
import { sealStatement, statementText } from '@scangate/domain/ledger/seal-statement';
import type { LedgerSeal } from '@scangate/domain/records';
import type { StoreReader } from '#ports/store.ts';

/** Reads a public key: PEM, or the base64 of DER that `aws kms get-public-key` prints. */
const readKey = (content: Buffer): KeyObject => {
  const text = content.toString('latin1').trim();
  return text.startsWith('-----BEGIN')
    ? createPublicKey(text)
    : createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
};

/** Reads statements from a copy of the locked bucket. */
export const copiedStatements = (folder: string, publicKey: Buffer): KeptStatements => {
  const key = readKey(publicKey);
  return {
    read: async (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined),
    verify: async (bytes, signature) => verify('sha256', bytes, key, Buffer.from(signature, 'base64')),
    async *names(prefix) {
      if (!existsSync(join(folder, prefix))) return;
      for (const file of readdirSync(join(folder, prefix)).toSorted()) yield `${prefix}${file}`;
    },
  };
};

/** Returns the result of reading statements; undefined when one of them is damaged. */
const unlessDamaged = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof DamagedDocument) return undefined;
    throw error;
  }
};

/** Returns a sentence about a difference between a restored seal and the signed statement about it, if any. */
const statementFault = async (seal: LedgerSeal, statements: KeptStatements): Promise<string | undefined> => {
  const name = `seal ${seal.number} of ${seal.pool} of ${seal.accountId}`;
  const statement = await readStatement(seal, statements).catch((error: unknown) => {
    if (error instanceof DamagedDocument) return 'unsigned' as const;
    throw error;
  });
  if (!statement) return `${name} has no signed statement`;
  if (statement === 'unsigned') return `the statement about ${name} is not signed by this key`;
  return signedText(statement) === statementText(sealStatement(seal))
    ? undefined
    : `${name} is not the one that was signed`;
};

/** Returns sentences about a restored seal: about its statement, and about numbers that are left out before it. */
export const sealFaults = async (
  last: LedgerSeal | undefined,
  seal: LedgerSeal,
  { store, statements }: { store: Pick<StoreReader, 'list'>; statements: KeptStatements | undefined },
): Promise<string[]> => {
  const fault = statements && (await statementFault(seal, statements));
  const isNext = seal.number === (last?.number ?? 0) + 1;
  const isExplained =
    isNext ||
    (statements &&
      (await unlessDamaged(restorationBetween(last, seal, { store, statements }))) !== undefined);
  return [
    ...(fault === undefined ? [] : [fault]),
    ...(isExplained
      ? []
      : [
          `seal ${seal.number} of ${seal.pool} of ${seal.accountId} continues seal ${last?.number ?? 0} without a signed restoration`,
        ]),
  ];
};

/** Returns a sentence about signed seals that a restored pool does not contain, and after which it does not continue. */
export const lostSeals = async (
  id: RecordKeys['pool'],
  newest: LedgerSeal | undefined,
  ledger: { store: Pick<StoreReader, 'list'>; statements: KeptStatements },
): Promise<string | undefined> =>
  (await unlessDamaged(nextNumber(id, newest, ledger))) === undefined
    ? `${id.pool} of ${id.accountId} lacks signed seals after ${newest?.number ?? 0}`
    : undefined;

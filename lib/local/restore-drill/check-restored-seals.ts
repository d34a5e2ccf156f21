import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  sealStatement,
  statementName,
  statementText,
  type SignedStatement,
} from '@scangate/domain/ledger/seal-statement';
import type { LedgerSeal } from '@scangate/domain/records';
import type { LedgerSealStore } from '#ports/evidence/ledger-seal-store.ts';

/** The signed statements about seals, from the locked bucket or from a copy of it, with their key. */
export type KeptStatements = Pick<LedgerSealStore, 'read' | 'verify'>;

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
  };
};

const parse = (bytes: Uint8Array): Partial<SignedStatement> => {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Partial<SignedStatement>;
  } catch {
    return {};
  }
};

/** Returns a sentence about a difference between a restored seal and the signed statement about it, if any. */
export const statementFault = async (
  seal: LedgerSeal,
  statements: KeptStatements,
): Promise<string | undefined> => {
  const name = `seal ${seal.number} of ${seal.pool} of ${seal.accountId}`;
  const kept = await statements.read(statementName(seal));
  if (!kept) return `${name} has no signed statement`;
  const { statement, signature } = parse(kept);
  if (!statement || typeof signature !== 'string') return `the statement about ${name} is not signed`;
  const text = statementText(statement);
  if (!(await statements.verify(Buffer.from(text), signature)))
    return `the statement about ${name} is not signed by this key`;
  return text === statementText(sealStatement(seal)) ? undefined : `${name} is not the one that was signed`;
};

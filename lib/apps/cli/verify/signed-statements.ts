import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { signedText, type ChainStatement, type Restoration } from '@scangate/domain/ledger/restoration';
import type { SealStatement } from '@scangate/domain/ledger/seal-statement';
import { CliFailure, exitCodes } from '../exit-codes.ts';

const fail = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

/** Reads a public key: PEM, or the DER that KMS returns, also in base64. */
const readKey = (content: Uint8Array): KeyObject => {
  const bytes = Buffer.from(content);
  const text = bytes.toString('latin1').trim();
  try {
    if (text.startsWith('-----BEGIN')) return createPublicKey(text);
    const key = /^[A-Za-z0-9+/\s]+=*$/.test(text) ? Buffer.from(text, 'base64') : bytes;
    return createPublicKey({ key, format: 'der', type: 'spki' });
  } catch {
    throw fail('The public key is neither PEM nor DER.');
  }
};

/** Whether a text has an ECDSA signature with SHA-256 of this key. @throws CliFailure for an invalid key. */
export const isSignedBy = (text: string, signature: string, publicKey: Uint8Array): boolean =>
  verifies(text, signature, readKey(publicKey));

const verifies = (text: string, signature: string, key: KeyObject): boolean =>
  verify('sha256', Buffer.from(text), { key, dsaEncoding: 'der' }, Buffer.from(signature, 'base64'));

/** A statement, whether or not it is signed. */
interface ReadStatement {
  statement: ChainStatement;
  signature?: unknown;
}

const areTexts = (...values: unknown[]): boolean => values.every((value) => typeof value === 'string');
const areWhole = (...values: unknown[]): boolean => values.every((value) => Number.isSafeInteger(value));
const areInstants = (...values: unknown[]): boolean =>
  values.every((value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)));

const isRestored = (statement: Partial<Restoration>): boolean => {
  const { restoredTo, statedAt, throughAt, continuesAfter, balanceBefore, balanceAfter } = statement;
  const { superseded } = statement as { superseded?: unknown };
  return (
    areInstants(restoredTo, statedAt, throughAt) &&
    areWhole(continuesAfter, balanceBefore, balanceAfter) &&
    Array.isArray(superseded) &&
    superseded.every((one: unknown) => typeof one === 'object' && one !== null)
  );
};

const isSealed = (statement: Partial<SealStatement>): boolean => {
  const { balance, previousHash, throughAt, throughCause, sealedAt } = statement;
  return areWhole(balance) && areTexts(previousHash, throughAt, throughCause) && areInstants(sealedAt);
};

const isStatement = (value: unknown): value is ReadStatement => {
  const { statement } = (value ?? {}) as { statement?: Partial<Restoration & SealStatement> | null };
  if (typeof statement !== 'object' || statement === null) return false;
  const { kind, number, pool, accountId, head } = statement;
  if (!areWhole(number) || !areTexts(accountId, head) || !pool || !poolNames.includes(pool)) return false;
  return 'kind' in statement ? kind === 'restoration' && isRestored(statement) : isSealed(statement);
};

const parse = (name: string, text: string): ReadStatement => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail(`${name} is not JSON.`);
  }
  if (!isStatement(value)) throw fail(`${name} is not a signed statement.`);
  return value;
};

export interface StatementFile {
  name: string;
  text: string;
}

/**
 * Reads signed statements about one ledger, of its seals and restorations, and verifies their signatures, without any service.
 * @returns the statements, or the error of the first invalid one.
 * @throws CliFailure for files that are not statements, or belong to several accounts.
 */
export const readStatements = (
  files: readonly StatementFile[],
  publicKey: Uint8Array,
): ChainStatement[] | { reason: string } => {
  const key = readKey(publicKey);
  const statements: ChainStatement[] = [];
  for (const { name, text } of files) {
    const { statement, signature } = parse(name, text);
    if (typeof signature !== 'string' || signature === '')
      return { reason: `the statement ${name} is not signed` };
    if (!verifies(signedText(statement), signature, key))
      return {
        reason: `the statement ${name} is not signed by this key: it was changed, or another key signed it`,
      };
    statements.push(statement);
  }
  const accounts = new Set(statements.map(({ accountId }) => accountId));
  if (accounts.size > 1) throw fail('The statements are of several accounts. Give those of one.');
  if (accounts.size === 0) throw fail('There are no statements.');
  return statements;
};

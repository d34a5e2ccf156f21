import { canonicalJson } from '@scangate/engines/model/digest';
import type { LedgerSeal } from '../records.ts';
import { lastHash } from './seal-ledger.ts';

/** The signed facts of a segment of a chain: its position, its end, the balance there, and the hashes around it. */
export interface SealStatement extends Omit<LedgerSeal, 'hashes' | 'isUnproven'> {
  /** Hex SHA-256 of the segment's last entry. */
  head: string;
}

/** A signed statement as stored. The signature is over the canonical JSON of the statement. */
export interface SignedStatement {
  statement: SealStatement;
  /** Base64 of an ECDSA signature with SHA-256 on P-256, in DER. */
  signature: string;
}

/** The statement of a seal, which is signed. */
export const sealStatement = (seal: LedgerSeal): SealStatement => {
  const { accountId, pool, number, throughAt, throughCause, balance, previousHash, sealedAt } = seal;
  const head = lastHash(seal);
  return { accountId, pool, number, throughAt, throughCause, balance, previousHash, head, sealedAt };
};

/** The bytes that are signed. */
export const statementText = (statement: SealStatement): string => canonicalJson(statement);

/** The beginning of the names of the statements of a pool. */
export const poolPrefix = ({ accountId, pool }: Pick<LedgerSeal, 'accountId' | 'pool'>): string =>
  `${accountId}/${pool}/`;

/** The name under which a statement is stored; each is stored once. */
export const statementName = (statement: Pick<LedgerSeal, 'accountId' | 'pool' | 'number'>): string =>
  `${poolPrefix(statement)}${String(statement.number).padStart(9, '0')}.json`;

import { canonicalJson } from '@scangate/engines/model/digest';
import type { Erased, Instant } from '../records.ts';

/** The facts of an erasure. They identify the organization by its id alone, which reveals nothing about it. */
export interface ErasureStatement {
  kind: 'erasure';
  organizationId: string;
  closedAt: Instant;
  erasedAt: Instant;
  /** The deleted rows by kind, and `objects`. */
  counts: Record<string, number>;
  /** Hex SHA-256 over the keys of everything that was deleted. */
  keysDigest: string;
  /** The records that are kept, and why. */
  kept: readonly string[];
}

/** The signed proof. The signature is over the canonical JSON of the statement. */
export interface ErasureProof {
  statement: ErasureStatement;
  /** Base64 of an ECDSA signature with SHA-256 on P-256, in DER. */
  signature: string;
}

/** The law requires the books; they identify the account by its id and name no person. */
const kept = ['ledger entries and their seals', 'copies of invoices', 'backups, for up to 35 days'] as const;

/** The statement of an erasure, which is signed. */
export const erasureStatement = (erased: Erased, erasedAt: Instant): ErasureStatement => {
  const { organizationId, closedAt, counts, keysDigest } = erased;
  return { kind: 'erasure', organizationId, closedAt, erasedAt, counts, keysDigest, kept };
};

/** The bytes that are signed. */
export const erasureText = (statement: ErasureStatement): string => canonicalJson(statement);

/** The prefix of the names under which proofs are kept. Names of other statements begin with an id. */
export const erasureProofs = 'erasures/';

/** Names the stored proof of an erasure. */
export const erasureProofName = (organizationId: string): string => `${erasureProofs}${organizationId}.json`;

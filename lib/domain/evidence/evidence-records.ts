import type { Instant } from '../records.ts';

/** The signed statement of a verdict. It outlives the payload of its scan. */
export interface Attestation {
  organizationId: string;
  scanId: string;
  /** `first`, or the id of the later judgment that it states. */
  judgment: string;
  /** The in-toto statement, as the JSON text that was signed. */
  statement: string;
  /** The signature of its DSSE envelope: base64 of DER. */
  signature: string;
  /** The RFC 7638 thumbprint of the key that signed. */
  keyId: string;
  signedAt: Instant;
}

export const packParts = ['findings', 'sbom'] as const;

/** The evidence of a period for an auditor: a signed zip of verdicts, policies, people, ledger and invoices. */
export interface AuditorPack {
  organizationId: string;
  packId: string;
  from: Instant;
  to: Instant;
  repositoryIds?: string[];
  include: (typeof packParts)[number][];
  state: 'running' | 'ready' | 'failed';
  requestedAt: Instant;
  requestedBy: string;
  scans?: number;
  bytes?: number;
  sha256?: string;
  /** The object with these bytes and this digest; each attempt to assemble the pack writes another. */
  objectName?: string;
  /** The number of links ever created, including revoked ones. */
  links?: number;
  readyAt?: Instant;
  error?: string;
  expiresAt: Instant;
  version: number;
}

/** A link to a pack for a person without an account. */
export interface PackLink {
  organizationId: string;
  packId: string;
  linkId: string;
  createdAt: Instant;
  createdBy: string;
  expiresAt: Instant;
  revokedAt?: Instant;
  /** The hash of its secret, by which a revocation finds the secret's row; absent in links from before it was kept. */
  linkHash?: string;
  openings: number;
  lastOpenedAt?: Instant;
}

/** Finds a link by the hash of its secret. */
export interface LinkSecret {
  linkHash: string;
  linkOf: string;
  packId: string;
  linkId: string;
  expiresAt: Instant;
  /** Set beside that of the link: this row stays as it is when the link's is restored. */
  revokedAt?: Instant;
}

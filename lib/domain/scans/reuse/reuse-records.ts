import type { Instant } from '@scangate/domain/records';

/** A result that an unchanged unit reuses. It is in the payload of the scan that made it. */
export interface KeptResult {
  /** Stands for everything that the result follows from (reuse-key.ts). */
  key: string;
  scanId: string;
  keptAt: Instant;
  /** The size of its files, which count against the limit of a commit although they are not fetched. */
  bytes: number;
  /** Its files with allow comments, from the root of the repository. */
  commented: string[];
  /** Set when one of the comments is about code. */
  allowsCode?: true;
}

/** The stored results of a project unit, newest first. The record expires with the newest one. */
export interface KeptUnit {
  organizationId: string;
  repositoryId: string;
  projectUnitId: string;
  results: KeptResult[];
  /** Grows with every change; guards against writes that were decided from an older version. */
  version: number;
  expiresAt: Instant;
}

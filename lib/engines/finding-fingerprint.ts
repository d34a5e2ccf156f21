import { sha256 } from './model/digest.ts';

/** Returns the fingerprint of a finding: 32 hex characters of the digest of its identity. */
export const fingerprint = (identity: string): string => sha256(identity).slice(0, 32);

/** Signs statements about the ledger, and keeps them where they cannot be changed or deleted. */
export interface LedgerSealStore {
  /** @returns a base64 ECDSA signature with SHA-256. */
  sign(bytes: Uint8Array): Promise<string>;
  verify(bytes: Uint8Array, signature: string): Promise<boolean>;
  /** Keeps a statement; one that is kept already stays as it is. */
  keep(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Yields the names of kept statements that begin so. */
  names(prefix: string): AsyncIterable<string>;
}

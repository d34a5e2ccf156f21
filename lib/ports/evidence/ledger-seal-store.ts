/** Signs statements about the ledger, and stores them where they cannot be changed or deleted. */
export interface LedgerSealStore {
  /** @returns a base64 ECDSA signature with SHA-256. */
  sign(bytes: Uint8Array): Promise<string>;
  verify(bytes: Uint8Array, signature: string): Promise<boolean>;
  /** Stores a statement; one that is stored already stays unchanged. */
  keep(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Yields the names of stored statements with this prefix. */
  names(prefix: string): AsyncIterable<string>;
}

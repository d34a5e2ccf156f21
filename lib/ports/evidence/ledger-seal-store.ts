/** A bucket in which nothing can be changed or deleted, and which no restore of the tables changes. */
export interface LockedBucket {
  /** Stores an object; one that is stored already stays unchanged. */
  keep(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Uint8Array | undefined>;
  /** Yields the names of stored objects with this prefix. */
  names(prefix: string): AsyncIterable<string>;
}

/** Signs statements about the ledger, and stores them in the locked bucket. */
export interface LedgerSealStore extends LockedBucket {
  /** @returns a base64 ECDSA signature with SHA-256. */
  sign(bytes: Uint8Array): Promise<string>;
  verify(bytes: Uint8Array, signature: string): Promise<boolean>;
}

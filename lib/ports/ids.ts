/** Where identity and randomness come from; replaced in tests. */
export interface Ids {
  uuid(): string;
  /** Sorts by creation (UUID version 7). */
  scanId(now: Date): string;
  bytes(count: number): Uint8Array;
}

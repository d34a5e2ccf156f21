/** The source of ids and randomness. Tests replace it. */
export interface Ids {
  uuid(): string;
  /** Makes a UUID of version 7, which sorts by creation. */
  scanId(now: Date): string;
  bytes(count: number): Uint8Array;
}

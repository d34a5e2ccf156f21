/** The keys of fingerprints, which a reader of the fingerprints cannot read. */
export interface FingerprintKeys {
  /** Returns the key of an organization; it is always the same. */
  keyOf(organizationId: string): Promise<string>;
}

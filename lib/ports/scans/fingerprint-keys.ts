/** The keys of fingerprints, which are not accessible to readers of the fingerprints. */
export interface FingerprintKeys {
  /** Returns the key of an organization; it is always the same. */
  keyOf(organizationId: string): Promise<string>;
}

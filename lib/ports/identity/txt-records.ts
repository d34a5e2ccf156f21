/** Looks up TXT records in DNS. */
export interface TxtRecords {
  /**
   * Returns the texts of a name; an empty list when the name or its records do not exist. Lookups are not cached.
   * @throws Transient when DNS gives no usable response in time.
   */
  lookUp(name: string): Promise<readonly string[]>;
}

/** Looks up TXT records in DNS. */
export interface TxtRecords {
  /**
   * Returns the texts of a name, none where the name or its records do not exist. Nothing is kept from earlier lookups.
   * @throws Transient when DNS gives no usable answer in time.
   */
  lookUp(name: string): Promise<readonly string[]>;
}

/** A list that is limited to resources whose attribute has a value. */
export interface EqualFilter {
  attribute: string;
  value: string;
}

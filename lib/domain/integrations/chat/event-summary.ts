/** An event in words for people. Its texts may be untrusted. */
export interface EventSummary {
  title: string;
  lines: readonly string[];
}

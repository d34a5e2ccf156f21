/** An event in the words that people read. Its texts may be foreign. */
export interface EventSummary {
  title: string;
  lines: readonly string[];
}

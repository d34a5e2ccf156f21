/**
 * A message of any chat. Every text is plain, may be foreign, and is shown as it is; only a provider's adapter knows how.
 */
export interface ChatMessage {
  title: string;
  lines: readonly string[];
  /** An address of the service itself. */
  link?: { text: string; url: string };
}

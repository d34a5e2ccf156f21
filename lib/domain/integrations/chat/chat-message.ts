/**
 * A message for any chat. Every text is plain, may be untrusted, and is shown literally; only a provider's adapter
 * knows how.
 */
export interface ChatMessage {
  title: string;
  lines: readonly string[];
  /** A URL of the service itself. */
  link?: { text: string; url: string };
}

import { Webhook } from 'standardwebhooks';

export interface SignedMessage {
  /** The id of the event: the same at every attempt and replay. */
  id: string;
  /** When this attempt is sent. */
  at: Date;
  body: string;
}

/** The headers of Standard Webhooks: one signature per secret, the newest first. */
export const signedHeaders = (
  secrets: readonly string[],
  { id, at, body }: SignedMessage,
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
});

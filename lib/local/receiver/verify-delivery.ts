import { Webhook } from 'standardwebhooks';

export interface ReceivedDelivery {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The oldest and the newest timestamp that is accepted, as in the package. */
const toleranceMs = 5 * 60_000;

export type Verification = 'verified' | 'no secret known' | 'no signature matches' | 'too old or too new';

/**
 * Verifies a delivery as its receiver does. Only the signature is checked by the package: its check of the time
 * would use the system clock, from which the local clock may be far away.
 */
export const verifyDelivery = (
  { headers, body }: ReceivedDelivery,
  secrets: readonly string[],
  nowMs: number,
): Verification => {
  if (secrets.length === 0) return 'no secret known';
  const id = headers['webhook-id'] ?? '';
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  if (Number.isNaN(at.getTime()) || Math.abs(at.getTime() - nowMs) > toleranceMs) return 'too old or too new';
  const signatures = (headers['webhook-signature'] ?? '').split(' ');
  return secrets.some((secret) => signatures.includes(new Webhook(secret).sign(id, at, body)))
    ? 'verified'
    : 'no signature matches';
};

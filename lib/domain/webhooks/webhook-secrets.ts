import type { SigningSecret, Subscriber } from '../events/event-records.ts';
import { addMs, hourMs } from '../instant.ts';
import { Problem } from '../problem.ts';
import type { Instant } from '../records.ts';

/** The random bytes of a secret (Standard Webhooks: 24 to 64). */
export const secretBytes = 32;

/** The default number of hours for which a replaced secret also signs. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 168;

/** The limit of secrets that sign at the same time: each adds a signature to a header. */
const maxSecrets = 5;

/** Writes a secret as Standard Webhooks does. */
export const formatSecret = (random: Uint8Array): string => `whsec_${Buffer.from(random).toString('base64')}`;

/** The secrets that sign now, the newest first. */
export const signingSecrets = (
  { secrets = [] }: Pick<Subscriber, 'secrets'>,
  now: Instant,
): SigningSecret[] => secrets.filter(({ signsUntil }) => signsUntil === undefined || signsUntil > now);

/**
 * Puts a new secret before the others, which sign until the overlap ends.
 * @throws Problem limit_reached when too many would sign at once.
 */
export const rotateSecrets = (
  webhook: Pick<Subscriber, 'secrets'>,
  { sealed, overlapHours }: { sealed: string; overlapHours: number },
  now: Instant,
): SigningSecret[] => {
  const until = addMs(now, overlapHours * hourMs);
  const older = overlapHours === 0 ? [] : signingSecrets(webhook, now);
  if (older.length >= maxSecrets)
    throw new Problem('limit_reached', {
      detail: `${maxSecrets} secrets sign already. Wait until one of them ends, or rotate with overlapHours 0.`,
      limit: maxSecrets,
    });
  return [
    { sealed },
    ...older.map((secret) => ({
      sealed: secret.sealed,
      signsUntil: secret.signsUntil !== undefined && secret.signsUntil < until ? secret.signsUntil : until,
    })),
  ];
};

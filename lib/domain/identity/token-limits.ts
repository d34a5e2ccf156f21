import { Problem } from '../problem.ts';
import { invalidField } from '../invalid-field.ts';
import type { AccessPolicy, Instant, Token } from '../records.ts';
import { addMs, dayMs } from '../instant.ts';
import { isCurrentToken } from './tokens.ts';

/** The limits of live tokens per person, and per organization. */
const maxOfPerson = 20;
const maxOfOrganization = 500;

/** The minimum and maximum lifetime of a token in days. */
export const tokenDays = { least: 1, most: 366 } as const;
/** The lifetime of a token whose issuer states none. */
const defaultDays = { personal: 90, service: 365 } as const;

export type IssuedKind = keyof typeof defaultDays;

/**
 * Returns when a token ends: every token does, and never after the token that makes it.
 * @throws Problem validation_failed for more days than the organization permits.
 */
export const tokenEnd = (
  { kind, days }: { kind: IssuedKind; days: number | undefined },
  { policy, parent, now }: { policy: AccessPolicy | undefined; parent: Token | undefined; now: Instant },
): Instant => {
  const most = Math.min(tokenDays.most, policy?.maxTokenDays ?? tokenDays.most);
  if (days !== undefined && days > most)
    throw invalidField(
      '/expiresInDays',
      `A token of this organization can be valid for at most ${most} days.`,
      'too_big',
    );
  const end = addMs(now, Math.min(days ?? defaultDays[kind], most) * dayMs);
  return parent?.expiresAt !== undefined && parent.expiresAt < end ? parent.expiresAt : end;
};

/** @throws Problem conflict when the person or the organization has as many live tokens as it can have. */
export const requireRoom = (tokens: readonly Token[], personId: string, now: Instant): void => {
  const live = tokens.filter((token) => isCurrentToken(token, now));
  const full = (detail: string) => new Problem('conflict', { detail });
  if (live.filter((token) => token.personId === personId).length >= maxOfPerson)
    throw full(`A person has at most ${maxOfPerson} live tokens. Revoke one that is not used.`);
  if (live.length >= maxOfOrganization)
    throw full(
      `An organization has at most ${maxOfOrganization} live tokens. Revoke those that are not used.`,
    );
};

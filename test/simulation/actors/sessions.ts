import { scopes } from '@scangate/domain/identity/roles';
import { generateToken, tokenHash, tokenHint } from '@scangate/domain/identity/tokens';
import { sessionLimits } from '@scangate/domain/identity/sessions/session-policy';
import { hourMs, minuteMs } from '@scangate/domain/instant';
import type { Token } from '@scangate/domain/records';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { signInByBrowser } from './browser.ts';
import { clocksMs } from './credentials.ts';
import { isGone, type Organization, type Person } from './organization.ts';
import { isInDomain } from './sign-on/domain.ts';

const { idleSeconds: usualIdleSeconds, absoluteMs: longestMs } = sessionLimits(undefined);
/** A session ends after so long without use. */
export const usualIdleMs = usualIdleSeconds * 1_000;

/** Before a world began, people were signed in for so long without use. */
const earlierIdleMs = 8 * hourMs;

interface OwnedSession {
  person: Person;
  secret: string;
  idleMs?: number;
  /** Whether the own issuer of the organization vouched for it. */
  isOwn?: boolean;
}

/** Notes a session that began now. */
export const ownSession = (
  world: World,
  organization: Organization,
  { person, secret, idleMs: known, isOwn = false }: OwnedSession,
): void => {
  const { now } = world.scheduler;
  const { idleSeconds, absoluteMs } = sessionLimits(organization.signOn?.rulesAt(now));
  const idleMs = known ?? idleSeconds * 1_000;
  const session = { idleMs, longest: now + absoluteMs + clocksMs };
  world.credentials.own(secret, { organization, person, session, isOwn, endsAt: now + idleMs + clocksMs });
};

/** Makes the session that a person had when the world began, as a sign-in before would have. @returns its secret. */
const haveSession = (world: World, organization: Organization, person: Person): string => {
  const { organizationId, parent } = organization;
  const { now } = world.scheduler;
  const secret = generateToken('session', ids.bytes(60));
  const createdAt = new Date(now).toISOString();
  const idleSeconds = earlierIdleMs / 1_000;
  const item: Token = {
    tokenHash: tokenHash(secret),
    tokenId: ids.uuid(),
    organizationId,
    billingAccountId: parent ?? organizationId,
    kind: 'session',
    personId: person.personId,
    name: 'session',
    scopes: [...scopes],
    hint: tokenHint(secret),
    createdAt,
    expiresAt: new Date(now + longestMs).toISOString(),
    session: { signedInAt: createdAt, amr: [], idleSeconds },
    idleUntil: Math.floor(now / 1_000) + idleSeconds,
  };
  world.seed([{ change: 'insert', record: 'token', item }]);
  ownSession(world, organization, { person, secret, idleMs: earlierIdleMs });
  return secret;
};

/** Whoever holds a session signs in again so long before it ends. */
const marginMs = 2 * clocksMs + minuteMs;

/** Whether a person signs in at the own issuer of the organization: where they have to, and elsewhere as they prefer. */
const usesOwn = ({ scheduler }: World, organization: Organization, person: Person): boolean => {
  const { signOn } = organization;
  if (!signOn || !isInDomain(organization, person)) return false;
  if (signOn.state === 'enforced' && !signOn.breakGlass.includes(person.personId)) return true;
  person.prefersOwn ??= scheduler.random() < 0.4;
  return person.prefersOwn;
};

interface NewSession {
  person: Person;
  /** The session of the browser, in place of which this one is. */
  replaces?: string;
  /** Whether they sign in at the own issuer of the organization. */
  isOwn?: boolean;
}

/** Signs a person in, beside other sessions or in place of the one of the browser. @returns the secret; undefined where that fails. */
export const startSession = async (
  world: World,
  organization: Organization,
  { person, replaces, isOwn = usesOwn(world, organization, person) }: NewSession,
): Promise<string | undefined> => {
  const { email } = person;
  const { secret } = await signInByBrowser(world, {
    email,
    isOwn,
    ...(replaces !== undefined && { session: replaces }),
  });
  // Whoever is refused tries the other way the next time.
  if (secret === undefined) return void (person.prefersOwn = !isOwn);
  ownSession(world, organization, { person, secret, isOwn });
  if (replaces === undefined) return secret;
  world.credentials.end(replaces, world.scheduler.now);
  if (world.scheduler.random() < 0.15) await world.api.call('get-organization', { secret: replaces });
  return secret;
};

/** Returns the session of a person, who signs in where the last one is about to end. */
const signIn = async (
  world: World,
  organization: Organization,
  person: Person,
): Promise<string | undefined> => {
  const { secret: last } = person;
  // Where an issuer is enforced, whoever has not come before signs in there.
  if (last === '' && organization.signOn?.state !== 'enforced')
    return (person.secret = haveSession(world, organization, person));
  const { endsAt = Infinity } = world.credentials.of(last) ?? {};
  if (last !== '' && !person.isSignedOut && endsAt - marginMs > world.scheduler.now) return last;
  const secret = await startSession(world, organization, {
    person,
    ...(last !== '' && { replaces: last }),
  });
  if (secret !== undefined) Object.assign(person, { secret, isSignedOut: false });
  return secret;
};

/** Notes that a session was refused: its person signs in again. */
export const noteRefused = ({ people }: Organization, secret: string): void => {
  for (const person of people) if (person.secret === secret) person.isSignedOut = true;
};

/** The session of a person; undefined where nobody acts any more, or the person cannot sign in. */
export const sessionOfPerson = async (
  world: World,
  organization: Organization,
  person: Person,
): Promise<string | undefined> =>
  isGone(world, organization) ? undefined : signIn(world, organization, person);

/** The session of a person of one of these roles; undefined when nobody has one of them, or everybody is gone. */
export const sessionOf = async (
  world: World,
  organization: Organization,
  roles: readonly string[],
): Promise<string | undefined> => {
  if (isGone(world, organization)) return undefined;
  const some = organization.people.filter(({ role }) => roles.includes(role));
  return some.length > 0 ? signIn(world, organization, world.scheduler.pick(some)) : undefined;
};

/** Learns who somebody is who has signed in for the first time. @returns whether they have joined. */
const getAcquainted = async (
  world: World,
  organization: Organization,
  { person, secret, isOwn = false }: OwnedSession,
): Promise<boolean> => {
  ownSession(world, organization, { person, secret, isOwn });
  const { status, body } = await world.api.call('get-session', { secret });
  const { personId } = (body['person'] ?? {}) as { personId?: string };
  if (status !== 200 || personId === undefined) return false;
  Object.assign(person, { personId, secret });
  return true;
};

/** Signs somebody in with the link of an invitation. @returns whether they have joined. */
export const joinBy = async (
  world: World,
  organization: Organization,
  { person, invitation }: { person: Person; invitation: string },
): Promise<boolean> => {
  const { email } = person;
  // Where the answer was lost, the link is used up, and they are in.
  const { secret = (await signInByBrowser(world, { email })).secret } = await signInByBrowser(world, {
    email,
    invitation,
  });
  return secret !== undefined && getAcquainted(world, organization, { person, secret });
};

/** Signs somebody in for the first time at the own issuer of the organization. @returns whether they have joined. */
export const joinByOwn = async (
  world: World,
  organization: Organization,
  person: Person,
): Promise<boolean> => {
  const { secret } = await signInByBrowser(world, { email: person.email, isOwn: true });
  return secret !== undefined && getAcquainted(world, organization, { person, secret, isOwn: true });
};

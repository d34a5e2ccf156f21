import { hourMs, minuteMs } from '@scangate/domain/instant';
import { clientSecretOf } from '#test/simulation/outside/identity-provider.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Act } from '../actions.ts';
import type { ApiAnswer } from '../api.ts';
import { startOwnerSession } from '../directories/directory.ts';
import { mostPeople } from '../invitations.ts';
import { isGone, newPerson, type Organization, type Person } from '../organization.ts';
import { joinByOwn, startSession } from '../sessions.ts';
import { operate } from '../upkeep/accounts.ts';
import { domainOf, isInDomain, proveDomain } from './domain.ts';
import { SignOn, type SessionRules } from './sign-on.ts';

/** The own issuer of an organization, as its owner enters it; a stored secret is left out. */
const issuerOf = (
  { saml }: World,
  { taint }: Organization,
  { kind, isNew }: { kind: SignOn['kind']; isNew: boolean },
): object => {
  const { entityId, signInUrl, certificate } = saml;
  if (kind === 'saml') return { kind, entityId, signInUrl, certificates: [certificate] };
  const clientId = `client-${taint}`;
  const client = { clientId, ...(isNew && { clientSecret: clientSecretOf(clientId) }) };
  return { kind, issuer: `https://login.${taint}.example.com`, ...client };
};

interface Settings {
  headers: { 'If-Match': string };
  issuer: { kind: SignOn['kind'] } | undefined;
  session: SessionRules | undefined;
}

const readSettings = async ({ api }: World, secret: string): Promise<Settings | undefined> => {
  const { status, headers, body } = await api.call('get-sso', { secret });
  const etag = headers?.['ETag'];
  if (status !== 200 || etag === undefined) return undefined;
  const { issuer, session } = body as Pick<Settings, 'issuer' | 'session'>;
  return { headers: { 'If-Match': etag }, issuer, session };
};

/** Rules for sessions that are used up within hours: only Regulated has them. */
const drawRules = ({ scheduler }: World, { plan }: Organization): SessionRules | undefined =>
  plan === 'Regulated' && scheduler.random() < 0.7
    ? { idleMinutes: 15 + Math.floor(scheduler.draw(30)), absoluteHours: 1 + Math.floor(scheduler.draw(4)) }
    : undefined;

/** An owner proves the domain and configures the own issuer. */
export const configure: Act = async (world, organization) => {
  const { plan, signOn } = organization;
  const isOffered = plan === 'Regulated' || plan === 'Team';
  if (!isOffered || signOn || isGone(world, organization)) return;
  const secret = await startOwnerSession(world, organization);
  if (secret === undefined || !(await proveDomain(world, organization, { secret }))) return;
  const settings = await readSettings(world, secret);
  if (!settings) return;
  const kind = plan === 'Regulated' && world.scheduler.random() < 0.7 ? 'saml' : 'oidc';
  const issuer = issuerOf(world, organization, { kind, isNew: true });
  const { headers, issuer: stored } = settings;
  const session = stored ? settings.session : drawRules(world, organization);
  const body = { issuer, ...(session && { session }) };
  const answer = stored ? undefined : await world.api.call('set-sso', { secret, body, headers });
  if (answer && answer.status !== 200) return;
  organization.signOn ??= new SignOn(stored?.kind ?? kind, world.scheduler.now, session);
};

/** Signs in at the own issuer: somebody who is known, or somebody new, who joins by it. */
export const signInThere: Act = async (world, organization) => {
  const { scheduler, api } = world;
  const { signOn, people } = organization;
  if (!signOn || isGone(world, organization)) return;
  const known = people.filter((person) => isInDomain(organization, person));
  if (known.length > 0 && (people.length >= mostPeople || scheduler.random() < 0.6)) {
    const secret = await startSession(world, organization, { person: scheduler.pick(known), isOwn: true });
    if (secret !== undefined) await api.call('get-organization', { secret });
    return;
  }
  organization.invited += 1;
  const email = `sso${organization.invited}@${domainOf(organization)}`;
  const person = newPerson({ personId: '', role: 'member', email });
  if (await joinByOwn(world, organization, person)) people.push(person);
};

/** An owner stores the settings with an enforcement, or without one. @returns the answer. */
const store = async (
  world: World,
  organization: Organization,
  { signOn, secret, breakGlass }: { signOn: SignOn; secret: string; breakGlass?: readonly string[] },
): Promise<ApiAnswer | undefined> => {
  const { scheduler, api } = world;
  const settings = await readSettings(world, secret);
  // It may have been removed, and another one configured.
  if (!settings?.issuer || organization.signOn !== signOn) return undefined;
  const issuer = issuerOf(world, organization, { kind: signOn.kind, isNew: false });
  const { session } = signOn;
  const body = {
    issuer,
    ...(session && { session }),
    ...(breakGlass && { enforced: { breakGlass } }),
  };
  const change = signOn.begin(scheduler.now);
  const answer = await api.call('set-sso', { secret, body, headers: settings.headers });
  // What was asked twice may have changed before it was refused.
  if (answer.status === 200) signOn.settle(change, scheduler.now, breakGlass);
  return answer;
};

/** Somebody whose session is of another way goes on with it, and somebody signs in as before. */
const goOn = async (world: World, organization: Organization): Promise<void> => {
  const { api, credentials, scheduler } = world;
  const { people } = organization;
  for (const { secret } of people)
    if (secret !== '' && !credentials.of(secret)?.isOwn) await api.call('list-repositories', { secret });
  // A sign-in that began before is over by then.
  await scheduler.sleep(4 * minuteMs);
  const person = scheduler.pick(people);
  const secret = await startSession(world, organization, { person, isOwn: false });
  if (secret !== undefined) await api.call('get-organization', { secret });
};

const operatorLifts = async (world: World, organization: Organization, signOn: SignOn): Promise<void> => {
  const { scheduler } = world;
  const change = signOn.begin(scheduler.now);
  const { organizationId } = organization;
  if (!(await operate(world, 'lift-enforcement', { organizationId }))) return;
  signOn.settle(change, scheduler.now);
  await goOn(world, organization);
};

/** After some hours an operator lifts the enforcement, an owner does, or it stays. */
const endEnforcement = async (world: World, organization: Organization, owner: Person): Promise<void> => {
  const { scheduler } = world;
  const until = scheduler.now + scheduler.draw(4 * hourMs);
  while (world.isAlive && scheduler.now < until)
    await scheduler.sleep(Math.min(hourMs / 2, until - scheduler.now));
  const { signOn } = organization;
  const how = scheduler.random();
  if (!signOn || isGone(world, organization) || how < 0.3) return;
  if (how < 0.7) return operatorLifts(world, organization, signOn);
  const secret = await startSession(world, organization, { person: owner });
  if (secret !== undefined) await store(world, organization, { signOn, secret });
};

/** An owner enforces the own issuer, by a session of it, or as one who needs none. */
export const enforce: Act = async (world, organization) => {
  const { signOn, people, plan } = organization;
  if (!signOn || plan !== 'Regulated' || isGone(world, organization)) return;
  const person = people.find(({ role }) => role === 'owner');
  if (!person) return;
  const isExempt = world.scheduler.random() < 0.5;
  const secret = await startSession(world, organization, { person, isOwn: !isExempt });
  if (secret === undefined) return;
  const breakGlass = isExempt ? [person.personId] : [];
  const answer = await store(world, organization, { signOn, secret, breakGlass });
  if (answer?.status !== 200) return;
  await goOn(world, organization);
  await endEnforcement(world, organization, person);
};

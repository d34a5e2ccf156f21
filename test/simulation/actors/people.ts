import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { everyRole } from '@scangate/domain/identity/roles';
import type { World } from '../start/world.ts';
import { callAs, managers, type Act } from './actions.ts';
import type { ApiAnswer } from './api.ts';
import { isGone, type Organization, type Person } from './organization.ts';
import { sessionOfPerson, startSession } from './sessions.ts';

/** Views that only some roles may see. */
const limitedViews = (endpoints as readonly EndpointSpec[]).filter(
  ({ method, path, roles, access, query, stream }) =>
    method === 'GET' &&
    !path.includes('{') &&
    !access &&
    !query &&
    !stream &&
    roles.length < everyRole.length,
);

/** Somebody gets another role, and looks at what only the former one may see. */
export const changeRole: Act = async (world, organization) => {
  const { scheduler } = world;
  const person = scheduler.pick(organization.people);
  const role = scheduler.pick(everyRole);
  if (person.settledAt > scheduler.now) return;
  const { mayBe, role: former } = person;
  // An answer may be lost, and the change be made all the same.
  Object.assign(person, { mayBe: new Set([...mayBe, role]), settledAt: Infinity });
  const answer = await callAs({ world, organization, roles: ['owner'] }, 'change-member', {
    params: { personId: person.personId },
    body: { role },
  });
  person.settledAt = scheduler.now;
  if (answer?.status !== 200) return;
  Object.assign(person, { role, mayBe: new Set([role]) });
  const denied = limitedViews.filter(({ roles }) => roles.includes(former) && !roles.includes(role));
  const secret = await sessionOfPerson(world, organization, person);
  if (secret !== undefined && denied.length > 0)
    await world.api.call(scheduler.pick(denied).name, { secret });
};

/** Tries credentials that have just ended, and keeps the last one for later. */
const tryEnded = async (world: World, { ended }: Organization, secrets: readonly string[]): Promise<void> => {
  for (const secret of secrets) await world.api.call('get-organization', { secret });
  ended.push(...secrets.slice(-1));
};

/** Notes that somebody is removed, who tries every session and token once more. */
export const noteRemoved = async (
  world: World,
  organization: Organization,
  person: Person,
): Promise<void> => {
  const { people } = organization;
  if (people.includes(person)) people.splice(people.indexOf(person), 1);
  const secrets = world.credentials.heldBy(person, world.scheduler.now);
  person.removedAt = world.scheduler.now;
  const left = organization.tokens.filter(({ secret }) => !secrets.includes(secret));
  organization.tokens.splice(0, Infinity, ...left);
  await tryEnded(world, organization, secrets);
};

/** Removes somebody. @returns whether they are removed. */
const remove = async (world: World, organization: Organization, person: Person): Promise<boolean> => {
  const answer = await callAs({ world, organization, roles: managers }, 'remove-member', {
    params: { personId: person.personId },
  });
  if (answer?.status !== 200) return false;
  await noteRemoved(world, organization, person);
  return true;
};

/** Somebody is removed, or leaves. */
export const leave: Act = async (world, organization) => {
  const person = organization.people.at(-1);
  if (person && organization.people.length >= 4) await remove(world, organization, person);
};

const mostTries = 10;

/** After a restore, people who were removed since are members again. They are removed once more, as the operator asks. */
export const removeAgain = async (
  world: World,
  organization: Organization,
  person: Person,
): Promise<void> => {
  for (let tries = 0; tries < mostTries && organization.people.includes(person); tries += 1) {
    if (await remove(world, organization, person)) return;
    await world.scheduler.sleep(minuteMs);
  }
};

/** Calls an endpoint as an owner who has just signed in for it; undefined when there is none. */
const callAsRecent = async (
  world: World,
  organization: Organization,
  { name, body }: { name: string; body?: object },
): Promise<ApiAnswer | undefined> => {
  const person = organization.people.find(({ role }) => role === 'owner');
  if (!person || isGone(world, organization)) return undefined;
  const secret = await startSession(world, organization, { person });
  return secret === undefined ? undefined : world.api.call(name, { secret, ...(body && { body }) });
};

/** An organization is closed for good, by its name, which may have changed. @returns whether it is. */
export const leaveForGood = async (world: World, organization: Organization): Promise<boolean> => {
  const as = { world, organization, roles: ['owner'] };
  const { status, body: { name } = {} } = (await callAs(as, 'get-organization')) ?? {};
  if (status !== 200) return false;
  const answer = await callAsRecent(world, organization, { name: 'close-organization', body: { name } });
  if (answer?.status !== 202) return false;
  Object.assign(organization, { closedAt: world.scheduler.now, isRestoring: false });
  await tryEnded(
    world,
    organization,
    organization.tokens.map(({ secret }) => secret),
  );
  return true;
};

/** Somebody restores an organization in the days after it was closed. */
const restoreLater: Act = async (world, organization) => {
  const until = world.scheduler.now + world.scheduler.draw(3 * dayMs);
  while (world.isAlive && world.scheduler.now < until)
    await world.scheduler.sleep(Math.min(hourMs, until - world.scheduler.now));
  const as = { world, organization, roles: ['owner'] };
  organization.isRestoring = true;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const answer = await callAsRecent(world, organization, { name: 'restore-organization' });
    // Where the answer was lost, the organization says whether it is still closed.
    const seen = answer && answer.status >= 300 ? await callAs(as, 'get-organization') : undefined;
    const isOpen = seen?.status === 200 && seen.body['closing'] === undefined;
    if (isOpen || (answer && answer.status < 300)) return void delete organization.closedAt;
    await world.scheduler.sleep(minuteMs);
  }
};

/** An organization is closed, and restored some days later. */
export const closeForDays: Act = async (world, organization) => {
  if (await leaveForGood(world, organization)) await restoreLater(world, organization);
};

/** An organization is closed, and perhaps restored. */
export const close: Act = async (world, organization) => {
  if ((await leaveForGood(world, organization)) && world.scheduler.random() >= 0.5)
    await restoreLater(world, organization);
};

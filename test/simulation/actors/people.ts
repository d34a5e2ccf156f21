import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { dayMs, hourMs } from '@scangate/domain/instant';
import { memberRecords } from '@scangate/domain/identity/members';
import { everyRole } from '@scangate/domain/identity/roles';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAs, managers, type Act } from './actions.ts';
import { isGone, newPerson, sessionOfPerson, type Organization } from './organization.ts';

/** Somebody is invited; and somebody who was joins. */
export const join: Act = async (world, organization) => {
  const { taint, people, organizationId } = organization;
  const role = world.scheduler.pick(['admin', 'member', 'billing'] as const);
  const email = `new${people.length}.${taint}@example.com`;
  await callAs({ world, organization, roles: ['owner'] }, 'create-invitation', { body: { email, role } });
  if (people.length > 12 || isGone(world, organization)) return;
  const personId = ids.uuid();
  const joinedAt = new Date(world.scheduler.now).toISOString();
  world.seed(memberRecords({ organizationId, personId, role, email, joinedAt }));
  people.push(newPerson({ personId, role, email }));
};

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
  const secret = sessionOfPerson(world, organization, person);
  if (secret !== undefined && denied.length > 0)
    await world.api.call(scheduler.pick(denied).name, { secret });
};

/** Tries credentials that have just ended, and keeps the last one for later. */
const tryEnded = async (world: World, { ended }: Organization, secrets: readonly string[]): Promise<void> => {
  for (const secret of secrets) await world.api.call('get-organization', { secret });
  ended.push(...secrets.slice(-1));
};

/** Somebody is removed, and tries every session and token once more. */
export const leave: Act = async (world, organization) => {
  const { people } = organization;
  const person = people.at(-1);
  if (!person || people.length < 4) return;
  const answer = await callAs({ world, organization, roles: managers }, 'remove-member', {
    params: { personId: person.personId },
  });
  if (answer?.status !== 200) return;
  people.splice(people.indexOf(person), 1);
  const secrets = world.credentials.heldBy(person, world.scheduler.now);
  person.removedAt = world.scheduler.now;
  const left = organization.tokens.filter(({ secret }) => !secrets.includes(secret));
  organization.tokens.splice(0, Infinity, ...left);
  await tryEnded(world, organization, secrets);
};

/** An organization is closed for good. @returns whether it is. */
export const leaveForGood = async (world: World, organization: Organization): Promise<boolean> => {
  const body = { name: `Org ${organization.taint}` };
  const answer = await callAs({ world, organization, roles: ['owner'] }, 'close-organization', { body });
  if (answer?.status !== 202) return false;
  Object.assign(organization, { closedAt: world.scheduler.now, isRestoring: false });
  await tryEnded(
    world,
    organization,
    organization.tokens.map(({ secret }) => secret),
  );
  return true;
};

/** An organization is closed, and perhaps restored. */
export const close: Act = async (world, organization) => {
  if (!(await leaveForGood(world, organization)) || world.scheduler.random() < 0.5) return;
  const until = world.scheduler.now + world.scheduler.draw(3 * dayMs);
  while (world.isAlive && world.scheduler.now < until)
    await world.scheduler.sleep(Math.min(hourMs, until - world.scheduler.now));
  const as = { world, organization, roles: ['owner'] };
  organization.isRestoring = true;
  const answer = await callAs(as, 'restore-organization');
  if (answer && answer.status < 300) delete organization.closedAt;
};

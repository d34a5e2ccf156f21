import { dayMs, hourMs } from '@scangate/domain/instant';
import { memberRecords } from '@scangate/domain/identity/members';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAs, managers, type Act } from './actions.ts';
import { isGone, type Organization } from './organization.ts';

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
  people.push({ personId, role, email, secret: '', signedInAt: 0 });
};

export const changeRole: Act = async (world, organization) => {
  const person = world.scheduler.pick(organization.people);
  const role = world.scheduler.pick(['owner', 'admin', 'member', 'billing'] as const);
  const answer = await callAs({ world, organization, roles: ['owner'] }, 'change-member', {
    params: { personId: person.personId },
    body: { role },
  });
  if (answer?.status === 200) person.role = role;
};

/** Somebody is removed, and tries the last session once more later. */
export const leave: Act = async (world, organization) => {
  const { people, ended } = organization;
  const person = people.at(-1);
  if (!person || people.length < 4) return;
  const answer = await callAs({ world, organization, roles: managers }, 'remove-member', {
    params: { personId: person.personId },
  });
  if (answer?.status !== 200) return;
  people.splice(people.indexOf(person), 1);
  if (person.secret === '') return;
  ended.push(person.secret);
  world.endedSecrets.set(person.secret, world.scheduler.now);
  await world.api.call('get-organization', { secret: person.secret });
};

/** An organization is closed for good. @returns whether it is. */
export const leaveForGood = async (world: World, organization: Organization): Promise<boolean> => {
  const body = { name: `Org ${organization.taint}` };
  const answer = await callAs({ world, organization, roles: ['owner'] }, 'close-organization', { body });
  if (answer?.status !== 202) return false;
  organization.closedAt = world.scheduler.now;
  return true;
};

/** An organization is closed, and perhaps restored. */
export const close: Act = async (world, organization) => {
  if (!(await leaveForGood(world, organization)) || world.scheduler.random() < 0.5) return;
  const until = world.scheduler.now + world.scheduler.draw(3 * dayMs);
  while (world.isAlive && world.scheduler.now < until)
    await world.scheduler.sleep(Math.min(hourMs, until - world.scheduler.now));
  const as = { world, organization, roles: ['owner'] };
  const answer = await callAs(as, 'restore-organization');
  if (answer && answer.status < 300) delete organization.closedAt;
};

import { hourMs, minuteMs } from '@scangate/domain/instant';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAs, idIn, type Act } from './actions.ts';
import { signInByBrowser } from './browser.ts';
import { isGone, newPerson, type Organization, type Person } from './organization.ts';
import { joinBy } from './sessions.ts';

/** An organization gets no more people. */
export const mostPeople = 12;
const mailedInMs = 20 * minuteMs;
const secretInMail = /#(sgi_[0-9A-Za-z]{36})/;

/** Looks for the mail with the link. @returns the secret of the link; undefined when none comes. */
const awaitMail = async (world: World, email: string): Promise<string | undefined> => {
  const { cloud, scheduler } = world;
  for (const until = scheduler.now + mailedInMs; scheduler.now < until;) {
    await scheduler.sleep(2 * minuteMs);
    const mail = cloud.mails.findLast(({ to }) => to === email);
    const [, secret] = secretInMail.exec(mail?.text ?? '') ?? [];
    if (secret !== undefined) return secret;
  }
  return undefined;
};

interface Invited {
  person: Person;
  invitation: string;
}

/** Somebody else has got hold of the link. Whoever gets in by it is a person whom nobody knows. */
const tryStolenLink = async (world: World, organization: Organization, invitation: string): Promise<void> => {
  organization.invited += 1;
  const email = `other${organization.invited}.${organization.taint}@example.com`;
  const { secret } = await signInByBrowser(world, { email, invitation });
  if (secret !== undefined) await world.api.call('get-organization', { secret });
};

const accept = async (world: World, organization: Organization, { person, invitation }: Invited) => {
  if (world.scheduler.random() < 0.2) await tryStolenLink(world, organization, invitation);
  if (!(await joinBy(world, organization, { person, invitation }))) return;
  organization.people.push(person);
  if (world.scheduler.random() < 0.3) await tryStolenLink(world, organization, invitation);
};

/** Somebody is invited, and signs in with the link of the mail; now and then the invitation is withdrawn before. */
export const invite: Act = async (world, organization) => {
  const { scheduler } = world;
  organization.invited += 1;
  const isOfDirectory = scheduler.random() < 0.5;
  const email = `new${organization.invited}${isOfDirectory ? '@' : '.'}${organization.taint}${isOfDirectory ? '.' : '@'}example.com`;
  const role = scheduler.pick(['admin', 'member', 'billing'] as const);
  const as = { world, organization, roles: ['owner'] };
  const answer = await callAs(as, 'create-invitation', { body: { email, role }, key: ids.uuid() });
  // An answer may be lost, and the mail comes all the same.
  if (!answer || (answer.status !== 201 && answer.status < 500)) return;
  const invitation = await awaitMail(world, email);
  if (invitation === undefined || isGone(world, organization)) return;
  const [invitationId] = idIn(answer, 'invitationId');
  if (invitationId !== undefined && scheduler.random() < 0.2)
    await callAs(as, 'withdraw-invitation', { params: { invitationId } });
  await scheduler.sleep(scheduler.draw(hourMs));
  if (organization.people.length >= mostPeople) return;
  await accept(world, organization, { person: newPerson({ personId: '', role, email }), invitation });
};

/** Somebody logs out, and uses the session once more. */
export const logOut: Act = async (world, organization) => {
  const { credentials, scheduler, api } = world;
  const person = scheduler.pick(organization.people);
  const { secret } = person;
  if (secret === '' || person.isSignedOut) return;
  const { status } = await api.call('end-session', { secret });
  if (status !== 204) return;
  person.isSignedOut = true;
  organization.ended.push(secret);
  credentials.end(secret, scheduler.now);
  await api.call('get-organization', { secret });
};

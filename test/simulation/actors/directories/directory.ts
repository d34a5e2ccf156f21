import { dayMs } from '@scangate/domain/instant';
import type { World } from '#test/simulation/start/world.ts';
import { idIn, type Act } from '../actions.ts';
import { isGone, newPerson, type Organization, type Person } from '../organization.ts';
import { noteRemoved } from '../people.ts';
import { startSession } from '../sessions.ts';
import { domainOf, proveDomain } from '../sign-on/domain.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

type DirectoryToken = Organization['directory'];

/** Directory tokens and the own issuer are for owners who have just signed in. */
export const startOwnerSession = async (
  world: World,
  organization: Organization,
): Promise<string | undefined> => {
  const person = organization.people.find(({ role }) => role === 'owner');
  return person && startSession(world, organization, { person });
};

const addToken = async ({ api }: World, { taint }: Organization, secret: string): Promise<DirectoryToken> => {
  const body = { name: `directory of ${taint}` };
  const answer = await api.call('add-directory-token', { secret, body });
  const [tokenId] = idIn(answer, 'tokenId');
  const [token] = idIn(answer, 'token');
  return tokenId === undefined || token === undefined ? undefined : { tokenId, secret: token };
};

/** An owner proves the domain, and gives the directory a token. @returns the token. */
export const setUpDirectory = async (world: World, organization: Organization): Promise<DirectoryToken> => {
  const secret = await startOwnerSession(world, organization);
  if (secret === undefined || !(await proveDomain(world, organization, { secret }))) return undefined;
  return addToken(world, organization, secret);
};

/** An owner replaces the token of the directory. Whoever still has the former one tries it. */
export const replaceToken: Act = async (world, organization) => {
  const { directory: former } = organization;
  if (!former || isGone(world, organization)) return;
  const secret = await startOwnerSession(world, organization);
  const made = secret === undefined ? undefined : await addToken(world, organization, secret);
  if (secret === undefined || !made) return;
  organization.directory = made;
  const { tokenId } = former;
  const revoked = await world.api.call('revoke-directory-token', { secret, params: { tokenId } });
  if (revoked.status >= 300) return;
  world.credentials.end(former.secret, world.scheduler.now);
  await world.api.scim('GET', { secret: former.secret });
};

/** The directory takes a member over, or makes one. @returns the id that the service has for them. */
const addUser = async (world: World, secret: string, email: string): Promise<string | undefined> => {
  const user = { userName: email, emails: [{ value: email, primary: true }], active: true };
  const body = { schemas: [userSchema], ...user };
  return idIn(await world.api.scim('POST', { secret, body }), 'id')[0];
};

/** The directory says that somebody is no longer there, in one of the ways that directories have. */
const endUser = async (world: World, secret: string, id: string): Promise<boolean> => {
  const Operations = [{ op: 'replace', path: 'active', value: false }];
  const { status } =
    world.scheduler.random() < 0.5
      ? await world.api.scim('PATCH', { secret, id, body: { schemas: [patchSchema], Operations } })
      : await world.api.scim('DELETE', { secret, id });
  return status < 300;
};

/** A directory lists its people, and asks for those of other organizations, whom it also tries to end. */
export const tryOthers: Act = async (world, organization) => {
  const { scheduler, ownership, organizations, api } = world;
  const secret = organization.directory?.secret;
  if (secret === undefined) return;
  await api.scim('GET', { secret });
  const others = organizations.filter((one) => one !== organization);
  const known = others.length > 0 ? ownership.idsOf(scheduler.pick(others), 'personId') : [];
  if (known.length === 0) return;
  const id = scheduler.pick(known);
  await api.scim('GET', { secret, id });
  await endUser(world, secret, id);
};

/** Finds somebody who was invited to the domain, and of whom the directory knows nothing yet. */
const takenOver = (organization: Organization): Person | undefined =>
  organization.people.findLast(
    ({ email, role }) =>
      role !== 'owner' && email.startsWith('new') && email.endsWith(`@${domainOf(organization)}`),
  );

/** The directory of an organization brings somebody in, or takes a member over, and ends them later with all that they have. */
export const provision: Act = async (world, organization) => {
  const { scheduler } = world;
  if (organization.plan !== 'Regulated' || isGone(world, organization)) return;
  organization.directory ??= await setUpDirectory(world, organization);
  const secret = organization.directory?.secret;
  if (secret === undefined) return;
  const known = takenOver(organization);
  organization.invited += 1;
  const email = known?.email ?? `made${organization.invited}@${domainOf(organization)}`;
  const id = await addUser(world, secret, email);
  // A directory goes on telling the address of whoever had it removed.
  world.forgotten.delete(email);
  if (id === undefined) return;
  const person = known ?? newPerson({ personId: id, role: 'member', email });
  await scheduler.sleep(scheduler.draw(dayMs / 8));
  const isFew = organization.people.length < 4;
  const hasEnded = !(known && isFew) && (await endUser(world, secret, id));
  if (!hasEnded) return;
  await noteRemoved(world, organization, person);
};

import { minuteMs } from '@scangate/domain/instant';
import type { World } from '#test/simulation/start/world.ts';
import { idIn, type Act } from '../actions.ts';
import type { ApiAnswer, ScimCall, ScimMethod } from '../api.ts';
import { isGone, type Organization } from '../organization.ts';
import { domainOf } from '../sign-on/domain.ts';
import { setUpDirectory } from './directory.ts';

/** The group that gives the role admin, where groups give roles. */
export const adminsOf = ({ taint }: Pick<Organization, 'taint'>): string => `Admins of ${taint}`;
export const guestsOf = ({ taint }: Pick<Organization, 'taint'>): string => `Guests of ${taint}`;
export const groupedOf = (organization: Pick<Organization, 'taint'>): string =>
  `grouped@${domainOf(organization)}`;

const patch = (operation: object): object => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [operation],
});
const joins = (id: string): object => patch({ op: 'add', path: 'members', value: [{ value: id }] });
const leaves = (id: string): object => patch({ op: 'remove', path: `members[value eq "${id}"]` });
const isActive = (value: boolean): object => patch({ op: 'replace', path: 'active', value });

const mostTries = 5;
const isDecided = ({ status }: ApiAnswer): boolean => status < 500 && status !== 429;

type Send = (method: ScimMethod, call: Omit<ScimCall, 'secret'>) => Promise<ApiAnswer>;

/** Sends a request of a directory, and sends it again until the service has decided about it. */
const sendAs =
  ({ api, scheduler }: World, secret: string): Send =>
  async (method, call) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await api.scim(method, { ...call, secret });
      if (isDecided(answer) || tries >= mostTries) return answer;
      await scheduler.sleep(minuteMs);
    }
  };

interface Listed {
  id: string;
  displayName?: string;
  userName?: string;
}

/** Finds a user or a group by its name, or makes it. @returns its id. */
const find = async (
  send: Send,
  kind: 'Users' | 'Groups',
  body: { userName?: string; displayName?: string },
): Promise<string | undefined> => {
  const listed = await send('GET', { kind });
  const all = (listed.status === 200 ? listed.body['Resources'] : []) as Listed[];
  const name = body.userName ?? body.displayName;
  const known = all.find(({ userName, displayName }) => (userName ?? displayName) === name);
  return known?.id ?? idIn(await send('POST', { kind, body }), 'id')[0];
};

/** Removes somebody from the admins while they are inactive, after changes of them at one moment. */
const move = async (
  send: Send,
  { id, user, admins, guests }: { id: string; user: object; admins: string; guests: string },
): Promise<void> => {
  const change = (group: string, body: object) => send('PATCH', { kind: 'Groups', id: group, body });
  await change(admins, joins(id));
  await Promise.all([
    change(admins, leaves(id)),
    change(guests, joins(id)),
    send('PUT', { id, body: { ...user, displayName: 'Somebody' } }),
  ]);
  await change(admins, joins(id));
  await send('PATCH', { id, body: isActive(false) });
  await change(admins, leaves(id));
  await send('PATCH', { id, body: isActive(true) });
};

/** The directory of an organization moves somebody between groups, also while they are away, and removes a group. */
export const regroup: Act = async (world, organization) => {
  if (organization.plan !== 'Regulated' || isGone(world, organization)) return;
  organization.directory ??= await setUpDirectory(world, organization);
  const secret = organization.directory?.secret;
  if (secret === undefined) return;
  const send = sendAs(world, secret);
  const email = groupedOf(organization);
  const user = { userName: email, emails: [{ value: email, primary: true }], active: true };
  const id = await find(send, 'Users', user);
  const admins = await find(send, 'Groups', { displayName: adminsOf(organization) });
  const guests = await find(send, 'Groups', { displayName: guestsOf(organization) });
  const project = await find(send, 'Groups', { displayName: `Project of ${organization.taint}` });
  if (id === undefined || admins === undefined || guests === undefined) return;
  await move(send, { id, user, admins, guests });
  if (project === undefined) return;
  const members = [{ value: id }];
  const body = { displayName: `Former project of ${organization.taint}`, members };
  await send('PUT', { kind: 'Groups', id: project, body });
  await send('DELETE', { kind: 'Groups', id: project });
};

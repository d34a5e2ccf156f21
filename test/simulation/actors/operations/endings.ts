import { ids } from '#test/simulation/outside/ids.ts';
import type { World } from '#test/simulation/start/world.ts';
import { callAs, idIn, managers, type Act } from '../actions.ts';
import { cookieIn } from '../browser.ts';
import { startOwnerSession } from '../directories/directory.ts';
import { isGone, type Organization, type Person } from '../organization.ts';
import { noteRemoved } from '../people.ts';
import { noteRefused, ownSession, sessionOfPerson, startSession } from '../sessions.ts';
import { domainOf, proveDomain } from '../sign-on/domain.ts';
import { sessionCookieName } from '#runtime/http/cookies.ts';

/** Somebody tries a credential that has just ended, and keeps it for later. */
const tryEnded = async (world: World, { ended }: Organization, secret: string): Promise<void> => {
  world.credentials.end(secret, world.scheduler.now);
  ended.push(secret);
  await world.api.call('get-organization', { secret });
};

/** Somebody ends the session of another computer of theirs, which is used once more. */
export const endOtherSession: Act = async (world, organization) => {
  if (isGone(world, organization)) return;
  const { api, scheduler } = world;
  const person = scheduler.pick(organization.people);
  const secret = await sessionOfPerson(world, organization, person);
  const other = await startSession(world, organization, { person });
  if (secret === undefined || other === undefined) return;
  const { body } = await api.call('list-sessions', { secret: other });
  const items = (body['items'] ?? []) as { sessionId: string; current: boolean }[];
  const sessionId = items.find(({ current }) => current)?.sessionId;
  if (sessionId === undefined) return;
  const answer = await api.call('end-own-session', { secret, params: { sessionId } });
  if (answer.status === 401) noteRefused(organization, secret);
  if (answer.status === 204) await tryEnded(world, organization, other);
};

/** Somebody ends every other session of theirs, of which one is used once more. */
export const endOtherSessions: Act = async (world, organization) => {
  if (isGone(world, organization)) return;
  const { api, scheduler } = world;
  const person = scheduler.pick(organization.people);
  const other = await startSession(world, organization, { person });
  const secret = await startSession(world, organization, { person });
  if (secret === undefined || other === undefined) return;
  const answer = await api.call('end-sessions', { secret });
  if (answer.status === 200 || answer.status === 204) await tryEnded(world, organization, other);
};

/** Somebody opens their organization once more: the session gets another secret, and the former one is tried. */
export const openAgain: Act = async (world, organization) => {
  if (isGone(world, organization)) return;
  const { api, scheduler } = world;
  const person = scheduler.pick(organization.people);
  const secret = await startSession(world, organization, { person, isOwn: false });
  if (secret === undefined) return;
  const { organizationId } = organization;
  const answer = await api.call('switch-organization', { secret, body: { organizationId } });
  const next = cookieIn(answer, sessionCookieName);
  if (answer.status !== 204 || next === undefined) return;
  ownSession(world, organization, { person, secret: next });
  await tryEnded(world, organization, secret);
  await api.call('get-organization', { secret: next });
};

/** A manager becomes responsible for a token of another one, for whom it acts from then on. */
export const handOver: Act = async (world, organization) => {
  const { api, credentials, scheduler } = world;
  const some = organization.people.filter(({ role }) => managers.some((one) => one === role));
  const [from, to] = some;
  if (!from || !to) return;
  const [secretOfMaker, secret] = [
    await sessionOfPerson(world, organization, from),
    await sessionOfPerson(world, organization, to),
  ];
  if (secretOfMaker === undefined || secret === undefined) return;
  const body = { kind: 'service', name: `token of ${organization.taint}` };
  const made = await api.call('issue-token', { secret: secretOfMaker, body, key: ids.uuid() });
  const [tokenId] = idIn(made, 'tokenId');
  const [token] = idIn(made, 'token');
  if (tokenId === undefined || token === undefined) return;
  organization.made.token.push(tokenId);
  await scheduler.sleep(10_000);
  // Until there is a certain answer nobody knows for whom it acts, and nobody uses it.
  credentials.forget(token);
  const handed = await api.call('hand-over-token', {
    secret,
    params: { tokenId },
    body: { responsible: 'me' },
  });
  if (handed.status !== 200) return;
  credentials.own(token, { organization, person: to });
  await api.call('list-repositories', { secret: token });
  const revoked = await callAs({ world, organization, roles: managers }, 'revoke-token', {
    params: { tokenId },
  });
  if (revoked && revoked.status < 300) await tryEnded(world, organization, token);
};

/** Whether the organization can spare somebody. */
const fewest = 5;

/** Somebody leaves for good, and has their address removed. Every credential of theirs is tried once more. */
export const deleteMe: Act = async (world, organization) => {
  const { people } = organization;
  if (people.length < fewest || isGone(world, organization)) return;
  const person: Person | undefined = people.findLast(({ role }) => role !== 'owner');
  const secret = person && (await startSession(world, organization, { person, isOwn: false }));
  if (!person || secret === undefined) return;
  const { status } = await world.api.call('delete-me', { secret });
  if (status !== 204) return;
  world.forgotten.set(person.email, world.scheduler.now);
  await noteRemoved(world, organization, person);
};

/** An owner removes the own issuer, with its enforcement. */
export const removeIssuer: Act = async (world, organization) => {
  const { signOn } = organization;
  if (!signOn || isGone(world, organization)) return;
  const secret = await startOwnerSession(world, organization);
  if (secret === undefined) return;
  const { api, scheduler } = world;
  const change = signOn.begin(scheduler.now);
  const { status } = await api.call('remove-sso', { secret, headers: { 'If-Match': '*' } });
  if (status !== 204) return;
  signOn.settle(change, scheduler.now);
  if (organization.signOn === signOn) organization.signOn = undefined;
};

/** An owner proves another domain, and removes it: it is listed no more. */
export const removeDomain: Act = async (world, organization) => {
  if (isGone(world, organization)) return;
  const { api, rereads, scheduler } = world;
  const secret = await startOwnerSession(world, organization);
  const domain = `former.${domainOf(organization)}`;
  const begun = rereads.begin(`domain ${domain}`);
  if (secret === undefined || !(await proveDomain(world, organization, { secret, domain }))) return;
  const { status } = await api.call('remove-domain', { secret, params: { domain } });
  if (status !== 204) return;
  rereads.end(begun);
  await scheduler.sleep(10_000);
  const listed = await api.call('list-domains', { secret });
  if (listed.status !== 200) return;
  const items = listed.body['items'] as { domain: string }[];
  const found = { isListed: items.some((one) => one.domain === domain) };
  rereads.compare(begun, { wanted: { isListed: false }, found });
};

/** Somebody removes a bundle, which is no longer found, and whose releases stay. */
export const removeBundle: Act = async (world, organization) => {
  const { made } = organization;
  const bundleId = made.bundle.at(0);
  if (bundleId === undefined) return;
  const as = { world, organization, roles: managers };
  const params = { bundleId };
  const before = await callAs(as, 'list-releases', { params });
  const begun = world.rereads.begin(`removal of bundle ${bundleId}`);
  const removed = await callAs(as, 'remove-bundle', { params });
  if (removed?.status !== 204) return;
  world.rereads.end(begun);
  made.bundle.splice(0, Infinity, ...made.bundle.filter((one) => one !== bundleId));
  await world.scheduler.sleep(10_000);
  const { status } = (await callAs(as, 'get-bundle', { params })) ?? {};
  if (status === 200 || status === 404)
    world.rereads.compare(begun, { wanted: { status: 404 }, found: { status } });
  const [newest] = (before?.status === 200 ? before.body['items'] : []) as { releaseVersion: string }[];
  if (!newest) return;
  const version = newest.releaseVersion;
  const kept = await callAs(as, 'get-release', { params: { ...params, version } });
  if (kept?.status === 200 || kept?.status === 404)
    world.rereads.compare(begun, { wanted: { status: 200 }, found: { status: kept.status } });
};

import { dayMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import { callAs, idIn, managers, type Act } from './actions.ts';
import { clocksMs, type TrustRule } from './credentials.ts';
import { isGone, type Organization } from './organization.ts';
import { sessionOf, sessionOfPerson, startSession, usualIdleMs } from './sessions.ts';

/** A token that was exchanged lasts so long. */
const exchangedMs = 15 * minuteMs;

/** Waits while the world lives. @returns whether the whole time is over. */
const outlive = async (world: World, delayMs: number): Promise<boolean> => {
  const until = world.scheduler.now + delayMs;
  while (world.isAlive && world.scheduler.now < until)
    await world.scheduler.sleep(Math.min(hourMs, until - world.scheduler.now));
  return world.scheduler.now >= until;
};

const tryOut = async (world: World, { ended }: Organization, secret: string): Promise<void> => {
  ended.push(secret);
  await world.api.call('list-repositories', { secret });
};

/** A repository at the host of the CI, as its tokens name it. */
interface Project {
  repository_id: string;
}

/** A job of the CI exchanges the token that its issuer gave it. @returns the secret that it gets. */
const exchangeToken = async (
  world: World,
  organization: Organization,
  { rule, project }: { rule: TrustRule; project: Project },
): Promise<string | undefined> => {
  const { organizationId } = organization;
  const claims = claimsOf(github, organizationId, new Date(world.scheduler.now));
  const token = unsignedToken({ ...claims, ...project, jti: ids.uuid() });
  const answer = await world.api.call('exchange-token', { secret: '', body: { organizationId, token } });
  const [secret] = idIn(answer, 'token');
  if (secret === undefined) return undefined;
  const { person } = rule;
  world.credentials.own(secret, {
    organization,
    person,
    rule,
    endsAt: world.scheduler.now + exchangedMs + clocksMs,
  });
  await world.api.call('list-repositories', { secret });
  return secret;
};

interface TakenRule {
  rule: TrustRule;
  project: Project;
  /** The token that a job has. */
  secret: string | undefined;
}

/** Another manager takes a rule over, for whom its tokens act from then on; the job tries the one that it has. */
const takeOver = async (
  world: World,
  organization: Organization,
  { rule, project, secret }: TakenRule,
): Promise<void> => {
  const { api, rereads, scheduler } = world;
  const person = organization.people.find(
    (one) => one !== rule.person && one.personId !== '' && managers.some((role) => role === one.role),
  );
  const session = person && (await sessionOfPerson(world, organization, person));
  if (!person || session === undefined) return;
  const { trustId } = rule;
  const wanted = { personId: person.personId };
  const call = { secret: session, params: { trustId } };
  const begun = rereads.begin(`trust rule ${trustId}`);
  const answer = await api.call('change-trust-rule', { ...call, body: wanted });
  if (answer.status !== 200) return;
  rereads.end(begun);
  rule.removedAt = scheduler.now;
  if (secret !== undefined) await tryOut(world, organization, secret);
  await scheduler.sleep(10_000);
  const again = await api.call('get-trust-rule', call);
  if (again.status === 200) rereads.compare(begun, { wanted, found: again.body });
  await exchangeToken(world, organization, { rule: { trustId, person }, project });
};

/** A CI is trusted, and a job of it uses its token until that expires, or until the CI is trusted no more. */
export const exchange: Act = async (world, organization) => {
  const as = { world, organization, roles: managers };
  const secretOfPerson = await sessionOf(world, organization, managers);
  const person = world.credentials.of(secretOfPerson ?? '')?.person;
  if (secretOfPerson === undefined || !person) return;
  // No other rule matches, which would give the token in place of this one.
  const project: Project = { repository_id: String(1 + world.scheduler.draw(1e9)) };
  const match = { ...github.match, ...project };
  const body = { name: 'ci', provider: 'github', match, repositories: 'all' };
  const made = await world.api.call('create-trust-rule', { secret: secretOfPerson, body, key: ids.uuid() });
  const [trustId] = idIn(made, 'trustId');
  if (trustId === undefined) return;
  const rule: TrustRule = { trustId, person };
  const secret = await exchangeToken(world, organization, { rule, project });
  if (world.scheduler.random() < 0.4) return takeOver(world, organization, { rule, project, secret });
  const isFirst = world.scheduler.random() < 0.5;
  if (isFirst && (await outlive(world, exchangedMs + clocksMs)) && secret !== undefined)
    await tryOut(world, organization, secret);
  const removed = await callAs(as, 'remove-trust-rule', { params: { trustId } });
  if (!removed || removed.status >= 300) return;
  rule.removedAt = world.scheduler.now;
  if (!isFirst && secret !== undefined) await tryOut(world, organization, secret);
};

/** Somebody leaves a session alone until it has ended. */
export const leaveSession: Act = async (world, organization) => {
  if (isGone(world, organization)) return;
  const person = world.scheduler.pick(organization.people);
  const secret = await startSession(world, organization, { person });
  if (secret === undefined) return;
  await world.api.call('get-organization', { secret });
  const { session } = world.credentials.of(secret) ?? {};
  const endsMs = (session?.idleMs ?? usualIdleMs) + clocksMs;
  if (await outlive(world, endsMs)) await tryOut(world, organization, secret);
};

/** A token for a day is used after that day. */
export const letExpire: Act = async (world, organization) => {
  const as = { world, organization, roles: managers };
  const body = { kind: 'personal', name: `token of ${organization.taint}`, expiresInDays: 1 };
  const answer = await callAs(as, 'issue-token', { body, key: ids.uuid() });
  const [secret] = idIn(answer, 'token');
  if (secret === undefined) return;
  world.credentials.end(secret, world.scheduler.now + dayMs + clocksMs);
  if (await outlive(world, dayMs + clocksMs)) await tryOut(world, organization, secret);
};

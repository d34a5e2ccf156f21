import { dayMs } from '@scangate/domain/instant';
import { ids } from '../outside/ids.ts';
import type { World } from '../start/world.ts';
import type { ApiAnswer, ApiCall } from './api.ts';
import type { Organization } from './organization.ts';
import { noteRefused, sessionOf } from './sessions.ts';

/** Something that people or pipelines of an organization do. */
export type Act = (world: World, organization: Organization) => Promise<void>;

export const managers = ['owner', 'admin'] as const;
const everybody = ['owner', 'admin', 'billing', 'member'] as const;

/** Calls an endpoint as a person with a role; undefined when there is none. */
export const callAs = async (
  { world, organization, roles }: { world: World; organization: Organization; roles: readonly string[] },
  name: string,
  call: Omit<ApiCall, 'secret'> = {},
): Promise<ApiAnswer | undefined> => {
  const secret = await sessionOf(world, organization, roles);
  if (secret === undefined) return undefined;
  const answer = await world.api.call(name, { secret, ...call });
  if (answer.status === 401) noteRefused(organization, secret);
  return answer;
};

const views = [
  'get-billing-status',
  'get-organization',
  'list-ledger',
  'list-scans',
  'list-repositories',
  'get-overview',
  'list-tracked-findings',
  'get-trends',
  'list-audit-events',
  'list-members',
  'list-events',
  'list-waivers',
  'list-webhooks',
  'list-tokens',
  'get-usage',
  'list-budgets',
  'export-ledger',
  'get-credits-alert',
  'get-gate',
  'list-licenses',
  'list-invoices',
  'find-components',
] as const;

const queries: Readonly<Record<string, readonly Record<string, string>[]>> = {
  'find-components': [{ purl: 'pkg:npm/alpha' }],
  'get-usage': [{ by: 'day' }, { by: 'repository' }, { by: 'person' }],
};

export const look: Act = async (world, organization) => {
  const roles = world.scheduler.random() < 0.6 ? ['owner'] : everybody;
  const name = world.scheduler.pick(views);
  const asked = queries[name];
  await callAs({ world, organization, roles }, name, asked ? { query: world.scheduler.pick(asked) } : {});
};

/** Reads a scan, which may belong to another organization. */
export const lookAtScan: Act = async (world, organization) => {
  const foreign = world.scheduler.random() < 0.2 ? world.organizations : [organization];
  const { scans } = world.scheduler.pick(foreign);
  if (scans.length === 0) return;
  const name = world.scheduler.pick([
    'get-scan',
    'list-findings',
    'explain-scan',
    'get-attestation',
    'rejudge-scan',
  ]);
  const params = { scanId: world.scheduler.pick(scans) };
  await callAs({ world, organization, roles: managers }, name, { params });
};

export const cancel: Act = async (world, organization) => {
  const scanId = organization.scans.at(-1);
  if (scanId !== undefined)
    await callAs({ world, organization, roles: managers }, 'cancel-scan', { params: { scanId } });
};

export const idIn = (answer: ApiAnswer | undefined, field: string): string[] =>
  answer && answer.status < 300 && typeof answer.body[field] === 'string' ? [answer.body[field]] : [];

export const addWebhook: Act = async (world, organization) => {
  const { made, taint } = organization;
  const as = { world, organization, roles: managers };
  const webhookId = made.webhook.at(0);
  if (webhookId !== undefined && made.webhook.length > 1) {
    await callAs(as, 'remove-webhook', { params: { webhookId } });
    made.webhook.shift();
    return;
  }
  const body = { url: `https://hooks.example.com/${taint}/${world.scheduler.draw(1e6)}`, events: ['*'] };
  made.webhook.push(...idIn(await callAs(as, 'create-webhook', { body, key: ids.uuid() }), 'webhookId'));
};

export const waive: Act = async (world, organization) => {
  const { made, taint } = organization;
  const expiresAt = new Date(world.scheduler.now + (1 + world.scheduler.draw(20)) * dayMs).toISOString();
  const match = world.scheduler.pick([{ advisory: 'GHSA-*-alpha' }, { package: 'pkg:npm/alpha' }]);
  const body = { match, reason: `${taint} is not reachable`, expiresAt };
  const roles = world.scheduler.pick([managers, ['member']]);
  made.waiver.push(
    ...idIn(await callAs({ world, organization, roles }, 'create-waiver', { body }), 'waiverId'),
  );
};

/** Somebody withdraws a waiver that they made. */
export const withdrawWaiver: Act = async (world, organization) => {
  await waive(world, organization);
  const waiverId = organization.made.waiver.at(-1);
  if (waiverId !== undefined)
    await callAs({ world, organization, roles: managers }, 'withdraw-waiver', { params: { waiverId } });
};

/** Somebody decides about a waiver that was requested, or withdraws one. */
export const decideWaiver: Act = async (world, organization) => {
  const as = { world, organization, roles: managers };
  const listed = await callAs(as, 'list-waivers');
  const all = (listed?.status === 200 ? listed.body['items'] : []) as { waiverId: string; status: string }[];
  const name = world.scheduler.pick(['approve-waiver', 'reject-waiver', 'withdraw-waiver']);
  const requested = all.find(({ status }) => status === 'requested')?.waiverId;
  const newest = organization.made.waiver.at(-1);
  const waiverId = name === 'withdraw-waiver' ? newest : (requested ?? newest);
  if (waiverId !== undefined) await callAs(as, name, { params: { waiverId } });
};

export const changeGate: Act = async (world, organization) => {
  const apiGateSeverityThreshold = world.scheduler.pick(['low', 'medium', 'high', 'critical']);
  const headers = { 'If-Match': '*' };
  await callAs({ world, organization, roles: managers }, 'change-gate', {
    body: { apiGateSeverityThreshold },
    headers,
  });
};

/** Tokens that an organization keeps for its pipelines. */
const mostKept = 3;

/** Revokes a token, which is used once more. */
const revoke = async (
  world: World,
  organization: Organization,
  { tokenId, secret }: Organization['tokens'][number],
): Promise<void> => {
  const as = { world, organization, roles: managers };
  const revoked = await callAs(as, 'revoke-token', { params: { tokenId } });
  if (!revoked || revoked.status >= 300) return;
  organization.ended.push(secret);
  world.credentials.end(secret, world.scheduler.now);
  await world.api.call('get-organization', { secret });
};

/** Issues a token and uses it. It is kept for pipelines, or revoked and used once more. */
export const useTokens: Act = async (world, organization) => {
  const { made, tokens, taint } = organization;
  const kept = tokens.at(-1);
  if (kept && world.scheduler.random() < 0.5) await world.api.call('list-scans', { secret: kept.secret });
  const as = { world, organization, roles: managers };
  const body = { kind: world.scheduler.pick(['service', 'personal']), name: `token of ${taint}` };
  const answer = await callAs(as, 'issue-token', { body, key: ids.uuid() });
  const [tokenId] = idIn(answer, 'tokenId');
  const [secret] = idIn(answer, 'token');
  if (tokenId === undefined || secret === undefined) return;
  made.token.push(tokenId);
  await world.api.call('list-repositories', { secret });
  if (world.scheduler.random() < 0.3) tokens.push({ tokenId, secret });
  const over = tokens.length > mostKept ? tokens.shift() : undefined;
  // A list of tokens follows a little later, and so does what is looked up there.
  await world.scheduler.sleep(10_000);
  if (over) await revoke(world, organization, over);
  if (!tokens.some((one) => one.secret === secret)) await revoke(world, organization, { tokenId, secret });
};

/** Tries a credential whose cause has ended. */
export const useEnded: Act = async (world, organization) => {
  const secret = organization.ended.at(-1);
  if (secret !== undefined) await world.api.call('get-organization', { secret });
};

import { generateKeyPairSync } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { GithubState } from '@scangate/emulator-providers/github/state';
import type { SlackState } from '@scangate/emulator-providers/slack/state';
import { loadAdvisories, makeRepository, sharedTestCloud, type TestCloud } from '../support/local/cloud.ts';
import { minimistAdvisory, shopLockfile, shopManifest } from '../support/local/vulnerable-shop.ts';

/** The path of a scan to the hosts, chats and trackers of a team, through the running service. */

let world: TestCloud;
let tokens: Record<string, string>;
let repositoryId: string;
let hashes: string[];

const ask = async <T>(method: string, path: string, body?: object) => {
  const answer = await world.ask<T>(method, path, { token: tokens['owner'] ?? '', ...(body && { body }) });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer;
};

beforeAll(async () => {
  world = await sharedTestCloud();
  await loadAdvisories(world, [minimistAdvisory]);
  ({ tokens } = await world.newOrganization());
  const repository = makeRepository(
    { 'package.json': shopManifest, 'package-lock.json': shopLockfile('1.2.5') },
    { 'package-lock.json': shopLockfile('1.2.8') },
    { 'package-lock.json': shopLockfile('1.2.4') },
  );
  ({ hashes } = repository);
  const connected = await ask<{ repositoryId: string }>('POST', '/v1/repositories', { url: repository.path });
  ({ repositoryId } = connected.body);
  await ask('PATCH', `/v1/repositories/${repositoryId}`, {
    credential: { secret: 'ghp_of_the_repository' },
    checks: { status: true, comment: true, api: 'github' },
  });
  const integration = (kind: string, settings: object, credential: object) =>
    ask('POST', '/v1/integrations', { kind, name: kind, settings, credential });
  await integration('slack', { channel: 'C0SECURITY' }, { botToken: 'xoxb-local-bot' });
  await integration('github_issues', { repository: 'acme/security' }, { token: 'ghp_of_a_bot' });
});

/** Scans a commit of the default branch to its end, and lets everything be delivered. @returns the verdict. */
const scan = async (commitHash: string | undefined, more: object = {}): Promise<string | null> => {
  const body = { repositoryId, commitHash, branch: 'main', ...more };
  const { body: created } = await ask<{ scanId: string }>('POST', '/v1/scans', body);
  const path = `/v1/scans/${created.scanId}/wait?timeout=60&interval=1`;
  const { verdict } = (await ask<{ verdict: string | null }>('GET', path)).body;
  await world.ask('POST', '/_local/settle');
  return verdict;
};
const stateOf = async <State>(name: string): Promise<State> =>
  (await world.ask<State>('GET', `/_local/providers/${name}`)).body;
const github = () => stateOf<GithubState>('github');
const chatTexts = async () => (await stateOf<SlackState>('slack')).messages.map(({ text }) => text);

const onPullRequest = { pullRequest: { number: 7 } };
const title = 'FAIL: critical vulnerabilities found.';

test('a scan that fails has a commit status, a comment, messages and an issue', async () => {
  expect(await scan(hashes[0], onPullRequest)).toBe('FAIL');
  const { statuses, comments, issues } = await github();
  expect(statuses).toMatchObject([
    { sha: hashes[0], state: 'failure', description: expect.stringContaining(title) },
  ]);
  expect(comments).toMatchObject([{ number: 7, body: expect.stringContaining(title) }]);
  expect(issues).toMatchObject([
    { state: 'open', title: '1 vulnerability, critical: minimist in acme/shop' },
  ]);
  expect(await chatTexts()).toEqual(
    expect.arrayContaining(['FAIL: acme/shop', '1 new finding in acme/shop']),
  );
});

test('the next scan edits the comment, closes the issue and says what is fixed', async () => {
  const [comment] = (await github()).comments;
  expect(await scan(hashes[1], onPullRequest)).toBe('PASS');
  const { statuses, comments, issues } = await github();
  expect(statuses.at(-1)).toMatchObject({ sha: hashes[1], state: 'success' });
  expect(comments).toMatchObject([
    { id: comment?.id, body: expect.stringContaining('PASS: nothing at or above') },
  ]);
  expect(issues).toMatchObject([{ number: 1, state: 'closed', stateReason: 'completed' }]);
  expect(await chatTexts()).toContain('1 finding fixed in acme/shop');
});

test('with a GitHub App the result is a check run with findings at their lines', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secret = privateKey.export({ type: 'pkcs8', format: 'pem' });
  await ask('PATCH', `/v1/repositories/${repositoryId}`, {
    credential: { app: { appId: '12345', installationId: '678' }, secret },
    checks: { annotations: true },
  });
  expect(await scan(hashes[2])).toBe('FAIL');
  const { checkRuns, statuses, issues } = await github();
  expect(checkRuns).toMatchObject([
    { sha: hashes[2], conclusion: 'failure', title: expect.stringContaining(title) },
  ]);
  expect(checkRuns[0]?.annotations).toContainEqual(
    expect.objectContaining({ path: 'package-lock.json', annotation_level: 'failure' }),
  );
  expect(statuses).toHaveLength(2);
  expect(issues).toMatchObject([{ number: 1, state: 'open' }]);
});

import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { github } from '@scangate/emulator-providers/github/server';
import { githubIssues } from '#adapters/providers/github/issues.ts';
import { contractsOf } from '#test/support/integrations/contract.ts';
import { openEmulator } from '#test/support/integrations/emulator-fetch.ts';
import {
  describeContracts,
  describeTracker,
  sampleText,
  trackerNow,
  type SuiteOptions,
} from '#test/support/integrations/tracker-suite.ts';

const repository = 'octocat/Hello-World';
const options: SuiteOptions<ReturnType<typeof github.initial>> = {
  definition: github,
  provider: (fetch) => githubIssues({ fetch, replaced: {}, now: () => trackerNow }),
  connection: { settings: { repository }, credential: { token: 'ghp_machine1' } },
  operations: { create: 'CreateIssue', change: 'UpdateIssue' },
  inputs: {
    issue: (externalId) => ({ repository, number: Number(externalId) }),
    removeProject: ['delete-repository', { repository }],
    revoke: ['revoke-token', { token: 'ghp_machine1' }],
  },
};

describeTracker(options);
describeContracts(
  options,
  contractsOf('github').filter(([name]) => name.startsWith('issue-')),
);

test('an App creates and finds issues with its key', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const emulator = openEmulator(github, () => trackerNow);
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  emulator.perform('register-app', { appId: '12345', publicKey: pem });
  const key = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  const connection = {
    settings: { repository },
    credential: { appId: '12345', installationId: '678', privateKey: key },
  };
  const tracker = options.provider(emulator.fetch).open(connection);
  const claim = { marker: sampleText.marker, issueId: '', claimedAt: trackerNow.toISOString() };
  const made = await tracker.create(claim, sampleText);
  const stolen = { ...emulator.state.issues[0], id: 2, number: 2, appId: null, author: 'somebody' };
  emulator.state.issues.push(stolen as (typeof emulator.state.issues)[number]);
  expect(await tracker.find(claim)).toEqual(made);
  expect(emulator.calls.filter((call) => call.includes('access_tokens'))).toHaveLength(1);
});

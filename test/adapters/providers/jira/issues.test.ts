import { expect, test } from 'vitest';
import { jira } from '@scangate/emulator-providers/jira/server';
import { jiraIssues } from '#adapters/providers/jira/issues.ts';
import { contractsOf } from '#test/support/integrations/contract.ts';
import { openEmulator } from '#test/support/integrations/emulator-fetch.ts';
import {
  describeContracts,
  describeTracker,
  sampleText,
  trackerNow,
  type SuiteOptions,
} from '#test/support/integrations/tracker-suite.ts';

const settings = { site: 'acme.atlassian.net', project: 'SEC', issueType: 'Bug' };
const credential = { email: 'bot@acme.example', token: 'token-of-the-bot' };
const options: SuiteOptions<ReturnType<typeof jira.initial>> = {
  definition: jira,
  provider: (fetch) => jiraIssues({ fetch, replaced: {} }),
  connection: { settings, credential },
  operations: { create: 'CreateIssue', change: 'TransitionIssue' },
  inputs: {
    issue: (key) => ({ key }),
    removeProject: ['delete-project', { project: 'SEC' }],
    revoke: ['revoke-token', { token: 'token-of-the-bot' }],
  },
};

describeTracker(options);
describeContracts(options, contractsOf('jira'));

test('an issue is closed by the transition that the settings name', async () => {
  const emulator = openEmulator(jira, () => trackerNow);
  const named = { ...settings, doneTransition: "won't do" };
  const tracker = options.provider(emulator.fetch).open({ settings: named, credential });
  const claim = { marker: sampleText.marker, issueId: '', claimedAt: trackerNow.toISOString() };
  const { externalId } = await tracker.create(claim, sampleText);
  await tracker.write(externalId, { state: 'closed' });
  expect(emulator.state.issues[0]?.status).toBe("Won't Do");
  const unknown = options
    .provider(emulator.fetch)
    .open({ settings: { ...settings, reopenTransition: 'No' }, credential });
  await expect(unknown.write(externalId, { state: 'open' })).rejects.toThrow('no transition No');
});

test('a transition that arrives twice, and is refused the second time, closes the issue once', async () => {
  const emulator = openEmulator(jira, () => trackerNow);
  const twice: typeof emulator.fetch = async (url, request) => {
    const first = await emulator.fetch(url, request);
    const isMove = request?.method === 'POST' && String(url).endsWith('/transitions');
    return isMove ? emulator.fetch(url, request) : first;
  };
  const tracker = options.provider(twice).open({ settings, credential });
  const claim = { marker: sampleText.marker, issueId: '', claimedAt: trackerNow.toISOString() };
  const { externalId } = await tracker.create(claim, sampleText);
  await tracker.write(externalId, { state: 'closed' });
  expect(await tracker.read(externalId, sampleText.marker)).toBe('closed');
});

test('an issue type that the project does not have is refused when the settings are stored', async () => {
  const { fetch } = openEmulator(jira, () => trackerNow);
  const connection = { settings: { ...settings, issueType: 'Epic' }, credential };
  await expect(options.provider(fetch).check(connection)).rejects.toThrow('no issue type Epic');
});

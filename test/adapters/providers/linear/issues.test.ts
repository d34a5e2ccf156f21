import { expect, test } from 'vitest';
import { linear } from '@scangate/emulator-providers/linear/server';
import { linearIssues } from '#adapters/providers/linear/issues.ts';
import { contractsOf } from '#test/support/integrations/contract.ts';
import { openEmulator } from '#test/support/integrations/emulator-fetch.ts';
import {
  describeContracts,
  describeTracker,
  sampleText,
  trackerNow,
  type SuiteOptions,
} from '#test/support/integrations/tracker-suite.ts';

const connection = { settings: { team: 'SEC' }, credential: { apiKey: 'lin_api_of_a_person' } };
const options: SuiteOptions<ReturnType<typeof linear.initial>> = {
  definition: linear,
  provider: (fetch) => linearIssues({ fetch, replaced: {}, now: () => trackerNow }),
  connection,
  operations: { create: 'GraphQL', change: 'GraphQL' },
  inputs: {
    issue: (id) => ({ id }),
    removeProject: ['delete-team', { team: 'SEC' }],
    revoke: ['revoke-key', { key: 'lin_api_of_a_person' }],
  },
};

describeTracker(options);
describeContracts(options, contractsOf('linear'));

const claim = {
  marker: sampleText.marker,
  issueId: '9b2c1d4e-0000-4000-8000-000000000001',
  claimedAt: trackerNow.toISOString(),
};

test('a request limit, answered with status 400, ends when its header says', async () => {
  const emulator = openEmulator(linear, () => trackerNow);
  emulator.perform('limit', { seconds: 90 });
  await expect(options.provider(emulator.fetch).check(connection)).rejects.toMatchObject({
    details: { reason: 'limited', status: 400, retryAfterSeconds: 90 },
  });
});

test('an archived issue is closed, and is unarchived when it is reopened', async () => {
  const emulator = openEmulator(linear, () => trackerNow);
  const tracker = options.provider(emulator.fetch).open(connection);
  const { externalId } = await tracker.create(claim, sampleText);
  expect(externalId).toBe(claim.issueId);
  emulator.perform('archive-issue', { id: externalId });
  expect(await tracker.read(externalId, sampleText.marker)).toBe('closed');
  await tracker.write(externalId, { state: 'closed', text: sampleText });
  await tracker.write(externalId, { state: 'open', text: sampleText });
  expect(await tracker.read(externalId, sampleText.marker)).toBe('open');
});

test('the same claim cannot create a second issue, and the first one is then looked up', async () => {
  const emulator = openEmulator(linear, () => trackerNow);
  const tracker = options.provider(emulator.fetch).open(connection);
  await tracker.create(claim, sampleText);
  const details = { reason: 'unavailable', mayBeDone: true };
  await expect(tracker.create(claim, sampleText)).rejects.toMatchObject({ details });
  expect(await tracker.find(claim)).toMatchObject({ externalId: claim.issueId });
});

test('an issue that is refused and was never created fails alone', async () => {
  const emulator = openEmulator(linear, () => trackerNow);
  const tracker = options.provider(emulator.fetch).open(connection);
  const refused = tracker.create({ ...claim, issueId: 'no id' }, sampleText);
  await expect(refused).rejects.toMatchObject({ details: { reason: 'invalid' } });
});

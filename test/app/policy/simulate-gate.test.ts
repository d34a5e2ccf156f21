import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { simulateGate } from '#app/policy/simulate-gate.ts';
import { simulationView } from '@scangate/domain/policy/simulation-view';
import type { GateChange } from '@scangate/domain/policy/apply-gate-change';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { judgedScans, packageLock } from '#test/support/scans/judged-scans.ts';
import { later, noon } from '#test/support/world.ts';

const highLeaf = osvRecord({
  id: 'GHSA-leaf',
  name: 'leaf',
  events: [{ introduced: '0' }, { fixed: '1.2.0' }],
  severity: cvss(vector.high),
});
const leaf = { 'package-lock.json': packageLock({ leaf: '1' }, { leaf: { version: '1.0.0' } }) };
const clean = { 'package-lock.json': packageLock({ safe: '1' }, { safe: { version: '1.0.0' } }) };
const tomorrow = later(86_400);

let scans: Awaited<ReturnType<typeof judgedScans>>;
beforeEach(async () => {
  scans = await judgedScans(new MemoryStore(), indexOf(highLeaf));
});

const simulate = async (
  change: GateChange,
  {
    days = 30,
    now = tomorrow,
    elapsedMs = () => 0,
  }: { days?: number; now?: Date; elapsedMs?: () => number } = {},
) => {
  const ports = { ...scans.world, advisories: scans.advisories, elapsedMs };
  const caller = scans.organization.as('admin');
  const names = new Map([[scans.repository.repositoryId, 'acme/shop']]);
  return simulationView(await simulateGate({ caller, change, days }, ports as never, now), names);
};

test('the verdicts that a change would flip are listed by repository, and nothing is written', async () => {
  const failing = await scans.scan(leaf, { branch: 'main' });
  await scans.scan(clean);
  const store = scans.world.store as MemoryStore;
  const before = JSON.stringify([store.all('scan'), store.all('organization'), store.all('policy')]);
  const blobs = [...scans.world.blobs.objects.keys()];
  const answer = await simulate({ apiGateSeverityThreshold: 'high' });
  expect(answer).toEqual({
    judged: 2,
    isComplete: true,
    repositories: [
      {
        repositoryId: scans.repository.repositoryId,
        fullName: 'acme/shop',
        judged: 2,
        flips: [
          {
            scanId: failing.scanId,
            commitHash: failing.commitHash,
            branch: 'main',
            before: { verdict: 'PASS', reason: 'no_issues_found', reasons: ['no_issues_found'] },
            after: {
              verdict: 'FAIL',
              reason: 'vulnerabilities_above_threshold',
              reasons: ['vulnerabilities_above_threshold'],
            },
          },
        ],
      },
    ],
    notLookedAt: [],
  });
  expect(JSON.stringify([store.all('scan'), store.all('organization'), store.all('policy')])).toBe(before);
  expect([...scans.world.blobs.objects.keys()]).toEqual(blobs);
});

test('a change that flips nothing has no flips', async () => {
  await scans.scan(leaf);
  expect((await simulate({})).repositories[0]?.flips).toEqual([]);
  expect((await simulate({ maxWaiverDays: 10 })).repositories[0]?.flips).toEqual([]);
});

test('an advisory that was published since is in both judgments, so that it is not a flip', async () => {
  await scans.scan(clean);
  scans.current.advisories = {
    ...indexOf(
      osvRecord({
        id: 'GHSA-safe',
        name: 'safe',
        events: [{ introduced: '0' }],
        severity: cvss(vector.critical),
      }),
    ),
    snapshotId: 'newer',
  };
  const [repository] = (await simulate({ apiGateSeverityThreshold: 'high' })).repositories;
  expect(repository).toMatchObject({ judged: 1, flips: [] });
});

describe('what is not judged is reported', () => {
  test('a scan whose payload is past its retention', async () => {
    const scan = await scans.scan(leaf);
    for (const name of payloadNames(scan).flat())
      await scans.world.blobs.remove({ area: 'results', organizationId: scans.organizationId, name });
    const answer = await simulate({});
    expect([answer.judged, answer.isComplete, answer.notLookedAt]).toEqual([
      0,
      false,
      [{ reason: 'payload_expired', scans: 1 }],
    ]);
  });

  test('scans for which there was no time', async () => {
    for (let n = 0; n < 3; n++) await scans.scan(leaf);
    let calls = 0;
    const answer = await simulate({}, { elapsedMs: () => (++calls > 6 ? 30_000 : 0) });
    expect(answer.judged).toBeLessThan(3);
    expect(answer.notLookedAt).toEqual([{ reason: 'time', scans: 3 - answer.judged }]);
  });

  test('scans before the requested days are ignored', async () => {
    await scans.scan(leaf);
    const answer = await simulate({}, { days: 1, now: later(2 * 86_400) });
    expect(answer).toEqual({ judged: 0, isComplete: true, repositories: [], notLookedAt: [] });
  });
});

test('policy_too_large: the policy that results from a change has the same limits as a stored one', async () => {
  const deny = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(100, 'x'));
  const simulated = simulate({ licensePolicy: { deny, allow: deny } }, { now: noon });
  await expect(simulated).rejects.toMatchObject({ code: 'policy_too_large' });
});

import { describe, expect, test } from 'vitest';
import type { Repository, RepositoryGate, Scan } from '@scangate/domain/records';
import { gateOfEndedScan, gateOfJudgment } from '@scangate/domain/tracking/gates/repository-gate';
import { fullRecords } from '#test/support/full-records.ts';
import { later } from '#test/support/world.ts';

const { artifactsAsDefault: _none, disconnectedAt: _never, ...connected } = fullRecords.repository;
const repository: Repository = { ...connected, defaultBranch: 'main', units: [] };
const commit = (digit: string) => digit.repeat(40);

/** A completed scan of the tip of the default branch. */
const scanOf = (number: number, verdict: 'PASS' | 'FAIL' | 'ERROR', more: Partial<Scan> = {}): Scan => {
  const { projectUnitId: _unit, artifact: _artifact, pullRequest: _request, ...scan } = fullRecords.scan;
  const commitHash = more.commitHash ?? commit('a');
  return {
    ...scan,
    scanId: `scan-${number}`,
    status: verdict === 'ERROR' ? 'failed' : 'completed',
    fullScope: true,
    branch: 'main',
    reviewed: { branch: 'main', tip: commitHash, headIsReviewed: true },
    verdict: { ...fullRecords.scan.verdict, verdict, judgedAt: later(number).toISOString() },
    ...more,
    commitHash,
  };
};

/** The gate after these scans ended, one after the other. */
const after = (scans: Scan[], of: Partial<Repository> = {}): RepositoryGate | undefined => {
  let gate: RepositoryGate | undefined;
  for (const scan of scans) {
    const [change] = gateOfEndedScan(scan, { repository: { ...repository, ...of }, gate });
    if (change?.change === 'insert') gate = change.item;
  }
  return gate;
};

describe('the gate of a default branch', () => {
  test('is that of its newest scan, with the time since which none passed', () => {
    expect(after([scanOf(1, 'PASS')])).not.toHaveProperty('failingSince');
    const failing = [scanOf(1, 'PASS'), scanOf(2, 'FAIL'), scanOf(3, 'ERROR')];
    expect(after(failing)).toMatchObject({
      scanId: 'scan-3',
      verdict: 'ERROR',
      fullName: repository.fullName,
      branch: 'main',
      failingSince: later(2).toISOString(),
      version: 3,
    });
    expect(after([...failing, scanOf(4, 'PASS')])).not.toHaveProperty('failingSince');
    expect(after([...failing, scanOf(4, 'PASS'), scanOf(5, 'FAIL')])?.failingSince).toBe(
      later(5).toISOString(),
    );
  });

  test('is not that of a scan that was created earlier and ends later', () => {
    expect(after([scanOf(2, 'FAIL'), scanOf(1, 'PASS')])?.scanId).toBe('scan-2');
    expect(after([scanOf(2, 'FAIL'), scanOf(2, 'PASS')])?.version).toBe(1);
  });

  test('stays that of the tip when a commit behind it is scanned again', () => {
    const tip = commit('b');
    const behind = scanOf(2, 'PASS', { reviewed: { branch: 'main', tip, headIsReviewed: true } });
    expect(after([scanOf(1, 'FAIL', { commitHash: tip }), behind])?.scanId).toBe('scan-1');
    expect(after([behind])?.scanId).toBe('scan-2');
  });

  test('stays that of the full scope when the commit is scanned with fewer types', () => {
    expect(after([scanOf(1, 'FAIL'), scanOf(2, 'PASS', { fullScope: false })])?.scanId).toBe('scan-1');
    const next = scanOf(2, 'PASS', { fullScope: false, commitHash: commit('b') });
    expect(after([scanOf(1, 'FAIL'), next])?.scanId).toBe('scan-2');
  });

  test('starts again with another default branch', () => {
    const [first] = gateOfEndedScan(scanOf(5, 'FAIL'), { repository, gate: undefined });
    const gate = first?.change === 'insert' ? first.item : undefined;
    const scan = scanOf(3, 'FAIL', { reviewed: undefined, branch: 'trunk' });
    const [change] = gateOfEndedScan(scan, { repository: { ...repository, defaultBranch: 'trunk' }, gate });
    expect(change).toMatchObject({ item: { branch: 'trunk', failingSince: later(3).toISOString() } });
  });
});

describe('a scan does not change it', () => {
  test.each<[string, Partial<Scan>]>([
    ['of another branch', { reviewed: { branch: 'release', tip: commit('a'), headIsReviewed: true } }],
    [
      'with another label, if no branch was read',
      { reviewed: { branch: 'main', tip: commit('b'), headIsReviewed: false } },
    ],
    ['without a label, if no branch was read', { reviewed: undefined, branch: 'dev' }],
    ['without a label, where nothing was read', { reviewed: undefined, branch: undefined }],
    ['of a pull request', { pullRequest: { number: 1 } }],
    ['that was cancelled', { status: 'cancelled' }],
    ['without a verdict', { verdict: undefined }],
    ['of an artifact', { artifact: { kind: 'sbom' } }],
  ])('%s', (_, more) => {
    expect(after([{ ...scanOf(1, 'FAIL'), ...more } as Scan])).toBeUndefined();
  });

  test('of one unit of several', () => {
    const [unit = fullRecords.repository.units[0]!] = fullRecords.repository.units;
    const ofUnit = scanOf(1, 'FAIL', { projectUnitId: unit.projectUnitId });
    expect(after([ofUnit], { units: [unit, unit] })).toBeUndefined();
    expect(after([ofUnit], { units: [unit] })).toBeDefined();
    const artifact = { ...ofUnit, artifact: { kind: 'sbom' } } as Scan;
    expect(after([artifact], { units: [unit], artifactsAsDefault: true })).toBeDefined();
  });

  test('of a repository that is disconnected or gone', () => {
    expect(after([scanOf(1, 'FAIL')], { disconnectedAt: later(0).toISOString() })).toBeUndefined();
    expect(gateOfEndedScan(scanOf(1, 'FAIL'), { repository: undefined, gate: undefined })).toEqual([]);
  });

  test('but its label does, if no branch was read', () => {
    expect(after([{ ...scanOf(1, 'ERROR'), reviewed: undefined } as unknown as Scan])?.verdict).toBe('ERROR');
  });
});

describe('a later judgment', () => {
  const gate = { ...fullRecords.repositoryGate, version: 7 };
  const { scanId } = gate;
  const judged = { judgedAt: later(9).toISOString(), reason: 'no_issues_found' } as const;

  test('of the scan changes the gate, either way', () => {
    const [passing] = gateOfJudgment({ ...judged, scanId, verdict: 'PASS' }, gate);
    const item = passing?.change === 'insert' ? passing.item : undefined;
    expect(item).toMatchObject({ verdict: 'PASS', reason: 'no_issues_found', version: 8 });
    expect(item).not.toHaveProperty('failingSince');
    const failing = { ...judged, scanId, verdict: 'FAIL', reason: gate.reason } as const;
    expect(gateOfJudgment(failing, item)).toMatchObject([
      { item: { failingSince: judged.judgedAt }, replaceIf: [{ field: 'version', value: 8 }] },
    ]);
  });

  test('of another scan, or with the same result, changes nothing', () => {
    expect(gateOfJudgment({ ...judged, scanId: 'other', verdict: 'PASS' }, gate)).toEqual([]);
    expect(gateOfJudgment({ ...judged, scanId, verdict: 'FAIL', reason: gate.reason }, gate)).toEqual([]);
    expect(gateOfJudgment({ ...judged, scanId, verdict: 'PASS' }, undefined)).toEqual([]);
  });
});

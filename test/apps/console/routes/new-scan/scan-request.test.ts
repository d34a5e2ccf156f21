import { describe, expect, test } from 'vitest';
import { isCommitHash, requestOf, type ScanChoice } from '@scangate/console/routes/new-scan/scan-request.ts';

const commitHash = '07f983dc5443e30e4745f718715c62279ebb491d';
const choice: ScanChoice = {
  source: 'branch',
  repositoryId: '724d96a4-062e-4f39-8407-7e8e9526c7ff',
  branch: 'main',
  commitHash,
  projectUnitId: '',
  types: [],
};
const artifact = { kind: 'lockfile', lockfile: { path: 'yarn.lock', content: '' } } as const;

describe('the request of a choice', () => {
  test('is for a branch, in the full scope or in some types', () => {
    expect(requestOf(choice, undefined)).toEqual({
      repositoryId: choice.repositoryId,
      commitHash,
      branch: 'main',
    });
    expect(requestOf({ ...choice, types: ['sca'] }, undefined)?.scanTypes).toEqual(['sca']);
  });

  test('is undefined before everything is chosen', () => {
    expect(requestOf({ ...choice, repositoryId: '' }, undefined)).toBeUndefined();
    expect(requestOf({ ...choice, commitHash: '07f983d' }, undefined)).toBeUndefined();
    expect(requestOf({ ...choice, source: 'file' }, artifact)).toBeUndefined();
    expect(requestOf({ ...choice, source: 'file', projectUnitId: 'u' }, undefined)).toBeUndefined();
  });

  test('is for a file with its unit', () => {
    const file = { ...choice, source: 'file', projectUnitId: 'u' } as const;
    expect(requestOf(file, artifact)).toMatchObject({ projectUnitId: 'u', lockfile: artifact.lockfile });
    expect(requestOf(file, { kind: 'sbom', sbom: { bomFormat: 'CycloneDX' } })).toMatchObject({
      sbom: { bomFormat: 'CycloneDX' },
    });
  });

  test('leaves a dropped file out when a branch is chosen again', () => {
    expect(requestOf(choice, artifact)).not.toHaveProperty('lockfile');
  });

  test('accepts only full hashes', () => {
    expect([isCommitHash(commitHash), isCommitHash('a'.repeat(64))]).toEqual([true, true]);
    expect([isCommitHash('main'), isCommitHash('A'.repeat(40)), isCommitHash('a'.repeat(50))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

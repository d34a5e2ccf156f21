import { describe, expect, test } from 'vitest';
import {
  changedChecks,
  checkApiOf,
  checksByOf,
  checksView,
} from '@scangate/domain/integrations/checks/check-settings';

const checks = { status: true, comment: false, annotations: false };
const stopped = { at: '2026-03-01T12:00:00.000Z', cause: 'credential_refused' } as const;

describe('the writer of the result of a scan', () => {
  test('is the service while checks are on', () => {
    expect(checksByOf({ checks }, {})).toEqual({ checksBy: 'service' });
    expect(checksByOf({ checks }, { base: { commitHash: 'b'.repeat(40) } })).toEqual({ checksBy: 'service' });
  });

  test.each([
    ['checks are off', {}, {}],
    ['the host refused the credential', { checks, checksStopped: stopped }, {}],
    ['it is of an artifact', { checks }, { artifact: { kind: 'sbom' as const, sha256: '0'.repeat(64) } }],
    ['its base is not proven', { checks }, { base: { scanId: 's-0' } }],
  ])('is the client when %s', (_, repository, scan) => {
    expect(checksByOf(repository, scan)).toEqual({});
  });
});

test('a setting that a change does not name stays, and the record is removed when both are off', () => {
  expect(changedChecks(undefined, undefined)).toBeUndefined();
  expect(changedChecks(checks, { comment: true })).toEqual({ ...checks, comment: true });
  expect(changedChecks({ ...checks, api: 'gitlab' }, { status: undefined })).toEqual({
    ...checks,
    api: 'gitlab',
  });
  expect(changedChecks({ ...checks, annotations: true }, { status: false })).toBeUndefined();
});

test('the API is that of an App, of the host, or the one that the settings name', () => {
  expect(checkApiOf({ provider: 'gitlab', checks: { ...checks, api: 'github' } })).toBe('gitlab');
  expect(checkApiOf({ provider: 'git', checks: { ...checks, api: 'gitlab' } })).toBe('gitlab');
  const app = { appId: '1', installationId: '2' };
  expect(checkApiOf({ provider: 'git', credential: { app, ciphertext: '' } })).toBe('github');
  expect(checkApiOf({ provider: 'gitea', checks })).toBeUndefined();
});

test('people see that checks stopped only while checks are on', () => {
  expect(checksView({ checks, checksStopped: stopped })).toEqual({ ...checks, stopped });
  expect(checksView({ checksStopped: stopped })).toEqual({
    status: false,
    comment: false,
    annotations: false,
  });
});

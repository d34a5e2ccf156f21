import { expect, test } from 'vitest';
import type { RepositoryDetail } from '@scangate/console/routes/repository/repository-detail.ts';
import {
  changeOf,
  settingsOf,
  settingText,
} from '@scangate/console/routes/repository/repository-settings.ts';

const detail = {
  fullName: 'acme/shop',
  defaultBranch: 'main',
  reuse: 'on',
  artifactsAsDefault: false,
  checks: { status: true, comment: false, annotations: false },
} as unknown as RepositoryDetail;
const base = settingsOf(detail);

test('only changed fields are sent, so that nobody overwrites what they did not touch', () => {
  expect(changeOf(base, base)).toEqual({});
  expect(changeOf(base, { ...base, reviewedBranches: ['release'], reuse: false })).toEqual({
    reviewedBranches: ['release'],
    reuse: 'off',
  });
  expect(changeOf(base, { ...base, checks: ['comment'], checkApi: 'gitlab' })).toEqual({
    checks: { status: false, comment: true, api: 'gitlab' },
  });
  expect(changeOf(base, { ...base, fullName: ' acme/store ', defaultBranch: 'trunk' })).toEqual({
    fullName: 'acme/store',
    defaultBranch: 'trunk',
  });
});

test('reviewed branches are removed by an empty list', () => {
  const reviewed = settingsOf({ ...detail, reviewedBranches: ['release'] });
  expect(changeOf(reviewed, { ...reviewed, reviewedBranches: [] })).toEqual({ reviewedBranches: [] });
});

test('each value is shown in words', () => {
  expect(settingText('reuse', base)).toBe('yes');
  expect(settingText('checks', base)).toBe('Status of the commit');
  expect(settingText('reviewedBranches', base)).toBe('none');
  expect(settingText('checkApi', { ...base, checkApi: 'github' })).toBe('GitHub');
  expect(settingText('fullName', base)).toBe('acme/shop');
});

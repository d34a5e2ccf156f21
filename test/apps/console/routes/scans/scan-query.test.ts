import { expect, test } from 'vitest';
import { scanQuery, type ScanFilters } from '@scangate/console/routes/scans/scan-query.ts';

const none: ScanFilters = {
  verdict: '',
  status: '',
  sourceTrigger: '',
  branch: '',
  repositoryId: '',
  from: '',
  to: '',
};

test('a list without filters sends none', () => {
  expect(scanQuery(none)).toEqual({ view: 'gate', limit: 50 });
});

test('every filter of the URL becomes one of the service', () => {
  const filters: ScanFilters = {
    verdict: 'FAIL',
    status: 'completed',
    sourceTrigger: 'manual',
    branch: ' release/1 ',
    repositoryId: '724d96a4-062e-4f39-8407-7e8e9526c7ff',
    from: '2026-03-01',
    to: '2026-03-02',
  };
  expect(scanQuery(filters)).toEqual({ view: 'gate', limit: 50, ...filters, branch: 'release/1' });
});

test('a value that is not a repository is not sent, so that a wrong link shows a list instead of an error', () => {
  expect(scanQuery({ ...none, repositoryId: '../x' })).toEqual({ view: 'gate', limit: 50 });
});

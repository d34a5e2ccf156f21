import { expect, test } from 'vitest';
import { findingQuery, type FindingFilters } from '@scangate/console/routes/findings/finding-query.ts';

const none: FindingFilters = {
  kind: '',
  severity: '',
  state: '',
  repositoryId: '',
  assignee: '',
  minAgeDays: '',
  fixable: '',
  knownExploited: '',
};
const id = '724d96a4-062e-4f39-8407-7e8e9526c7ff';

test('the page size is such that ten pages contain ten thousand findings', () => {
  expect(findingQuery(none)).toEqual({ limit: 1000, view: 'gate' });
});

test('every filter of the URL becomes one of the service', () => {
  const filters: FindingFilters = {
    kind: 'secret',
    severity: 'high',
    state: 'open',
    repositoryId: id,
    assignee: 'none',
    minAgeDays: '30',
    fixable: 'true',
    knownExploited: 'false',
  };
  expect(findingQuery(filters)).toEqual({ ...filters, limit: 1000, view: 'gate', minAgeDays: 30 });
  expect(findingQuery({ ...none, assignee: id }).assignee).toBe(id);
});

test('a value that is not an id is not sent', () => {
  expect(findingQuery({ ...none, repositoryId: '<img>', assignee: 'me' })).toEqual({
    limit: 1000,
    view: 'gate',
  });
});

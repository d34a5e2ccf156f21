import { expect, test } from 'vitest';
import { differencesOf } from '@scangate/console/routes/audit/differences.ts';

test('each field that changed is named with both values, and no other', () => {
  const before = { threshold: 'high', coverage: 'warn', licenses: { denied: ['AGPL-3.0'] } };
  const after = { threshold: 'critical', coverage: 'warn', licenses: { denied: [] } };
  expect(differencesOf(before, after)).toEqual([
    { field: 'threshold', before: 'high', after: 'critical' },
    { field: 'licenses.denied', before: '["AGPL-3.0"]', after: '[]' },
  ]);
});

test('a field that was set or removed has one value', () => {
  expect(differencesOf(undefined, { name: 'new' })).toEqual([
    { field: 'name', before: undefined, after: 'new' },
  ]);
  expect(differencesOf({ name: 'old' }, { name: null })).toEqual([
    { field: 'name', before: 'old', after: undefined },
  ]);
});

test('an event without values has no differences', () => {
  expect(differencesOf()).toEqual([]);
});

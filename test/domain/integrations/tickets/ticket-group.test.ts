import { expect, test } from 'vitest';
import { groupFindings, groupNameOf, worstFirst } from '@scangate/domain/integrations/tickets/ticket-group';
import { owner, rowOf } from '#test/support/integrations/ticket-world.ts';

const nameOf = (...row: Parameters<typeof rowOf>): string => groupNameOf(owner, rowOf(...row));

test('a package of a unit is one group, whatever its versions and advisories', () => {
  expect(nameOf('a')).toBe(nameOf('b', { packageVersion: '2.0.0', rule: 'GHSA-other' }));
  expect(nameOf('a')).not.toBe(nameOf('a', { projectUnitId: 'u-2' }));
  expect(nameOf('a')).not.toBe(nameOf('a', { repositoryId: 'r-2' }));
  expect(nameOf('a')).not.toBe(nameOf('a', { kind: 'license' }));
  expect(nameOf('a')).toMatch(/^[0-9a-f]{16}$/);
});

test('a secret is one group in all units of its repository, and code one for each rule and file', () => {
  expect(nameOf('a', { kind: 'secret' })).toBe(
    nameOf('a', { kind: 'secret', projectUnitId: 'u-2', file: 'x' }),
  );
  expect(nameOf('a', { kind: 'secret' })).not.toBe(nameOf('b', { kind: 'secret' }));
  const code = { kind: 'code' as const, rule: 'sql', file: 'a.py' };
  expect(nameOf('a', code)).toBe(nameOf('b', code));
  expect(nameOf('a', code)).not.toBe(nameOf('a', { ...code, file: 'b.py' }));
  expect(nameOf('a', code)).not.toBe(nameOf('a', { ...code, rule: 'xss' }));
});

test('each integration has separate groups', () => {
  expect(groupNameOf({ ...owner, subscriberId: 'sub-2' }, rowOf('a'))).not.toBe(nameOf('a'));
});

test('removed rows count as absent', () => {
  expect(groupFindings(owner, [rowOf('a', { expiresAt: '2026-03-01T00:00:00.000Z' })])).toEqual([]);
});

test('the worst group comes first', () => {
  const groups = groupFindings(owner, [
    rowOf('a', { packageName: 'high', openedAt: '2026-01-01T00:00:00.000Z' }),
    rowOf('b', { packageName: 'exploited', knownExploited: true }),
    rowOf('c', { packageName: 'critical', severity: 'critical' }),
    rowOf('d', { packageName: 'newer', openedAt: '2026-02-01T00:00:00.000Z' }),
  ]);
  expect(groups.toSorted(worstFirst).map(({ subject }) => subject)).toEqual([
    'critical',
    'exploited',
    'high',
    'newer',
  ]);
});

import { expect, test } from 'vitest';
import { bodyOf, errorsIn, kindsFor, newRequest } from '@scangate/console/routes/tokens/token-request.ts';

test('a service token begins with the scopes of a pipeline, a personal one with those of its person', () => {
  const own = ['scans:read', 'scans:write', 'tokens:write'] as const;
  expect(newRequest('service', own).scopes).toEqual(['scans:read', 'scans:write']);
  expect(newRequest('personal', own).scopes).toEqual(own);
});

test('only managers create service tokens', () => {
  expect([kindsFor('owner'), kindsFor('admin')]).toEqual([
    ['service', 'personal'],
    ['service', 'personal'],
  ]);
  expect([kindsFor('billing'), kindsFor('member')]).toEqual([['personal'], ['personal']]);
});

test('a request without name, scope or days is not sent', () => {
  const empty = { ...newRequest('personal', []), name: ' ', days: 367 };
  expect(errorsIn(empty)).toEqual({ name: true, scopes: true, days: true });
});

test('only a service token can be limited to repositories', () => {
  const repositories = [{ repositoryId: 'r1', fullName: 'acme/web' }];
  const request = { ...newRequest('service', ['scans:read']), name: ' CI ', repositories };
  expect(bodyOf(request)).toEqual({
    kind: 'service',
    name: 'CI',
    scopes: ['scans:read'],
    expiresInDays: 365,
    repositoryIds: ['r1'],
  });
  expect(bodyOf({ ...request, kind: 'personal' })).not.toHaveProperty('repositoryIds');
});

import { describe, expect, test } from 'vitest';
import {
  newTrustRequest,
  providers,
  testBody,
  trustBody,
  trustChange,
  trustErrors,
  trustRequestOf,
} from '@scangate/console/routes/tokens/trust/trust-request.ts';

test('a rule of each provider begins with an exact id', () => {
  for (const provider of providers) {
    const { claims } = newTrustRequest(provider);
    expect(claims).toHaveLength(1);
    expect(claims[0]?.claim).toMatch(/id$/i);
    expect(trustErrors(newTrustRequest(provider)).claims).toBe(true);
  }
});

test('a claim with a star is a pattern, any other is exact', () => {
  const claims = [
    { claim: 'repository_id', value: ' 42 ' },
    { claim: 'ref', value: 'refs/heads/*' },
  ];
  expect(trustBody({ ...newTrustRequest('github'), name: 'Shop', claims })).toMatchObject({
    name: 'Shop',
    match: { repository_id: '42', ref: { glob: 'refs/heads/*' } },
    repositories: 'matching',
  });
});

test('builds of forks are a question if no claim identifies them', () => {
  const claims = [{ claim: 'pipeline_id', value: '1' }];
  expect(trustBody({ ...newTrustRequest('buildkite'), claims })).toHaveProperty('forkBuilds', 'off');
  expect(trustBody({ ...newTrustRequest('github'), claims })).not.toHaveProperty('forkBuilds');
});

describe('a change of a rule', () => {
  const before = trustRequestOf(
    {
      trustId: 't1',
      name: 'Shop',
      provider: 'github',
      issuer: 'https://token.actions.githubusercontent.com',
      audience: 'scangate:o1',
      match: { repository_id: '42', ref: { glob: 'refs/heads/*' } },
      repositories: ['r1'],
      scopes: ['scans:write'],
      personId: 'p1',
      heldSince: '2026-03-01T12:00:00.000Z',
      createdBy: 'p1',
      createdAt: '2026-03-01T12:00:00.000Z',
    },
    [{ repositoryId: 'r1', fullName: 'acme/web' }],
  );

  test('contains only what differs', () => {
    expect(trustChange(before, before, undefined)).toEqual({});
    expect(trustChange(before, { ...before, name: 'Main', scopes: ['scans:read'] }, undefined)).toEqual({
      name: 'Main',
      scopes: ['scans:read'],
    });
    expect(trustBody(before)).toMatchObject({ repositories: ['r1'], audience: 'scangate:o1' });
  });

  test('of what another person’s rule trusts takes it over, and a new name does not', () => {
    expect(trustChange(before, { ...before, name: 'Main' }, 'p2')).toEqual({ name: 'Main' });
    expect(trustChange(before, { ...before, repositories: 'all' }, 'p2')).toEqual({
      repositories: 'all',
      personId: 'p2',
    });
  });

  test('needs a repository if the rule lists them', () => {
    expect(trustErrors({ ...before, listed: [] }).listed).toBe(true);
  });
});

describe('a pasted text', () => {
  test('is a token or claims', () => {
    expect(testBody(' eyJh.eyJi.c2ln ')).toEqual({ token: 'eyJh.eyJi.c2ln' });
    expect(testBody('{"sub": "a"}')).toEqual({ claims: { sub: 'a' } });
  });

  test('is not sent if it is neither', () => {
    for (const text of ['', 'abc', '[]', 'null', '"text"', 'a.b']) expect(testBody(text)).toBeUndefined();
  });
});

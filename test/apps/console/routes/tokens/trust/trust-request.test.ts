import { describe, expect, test } from 'vitest';
import {
  newTrustRequest,
  providers,
  testBody,
  trustBody,
  trustErrors,
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

test('builds of forks are asked about where no claim tells', () => {
  const claims = [{ claim: 'pipeline_id', value: '1' }];
  expect(trustBody({ ...newTrustRequest('buildkite'), claims })).toHaveProperty('forkBuilds', 'off');
  expect(trustBody({ ...newTrustRequest('github'), claims })).not.toHaveProperty('forkBuilds');
});

describe('a pasted text', () => {
  test('is a token or claims', () => {
    expect(testBody(' eyJh.eyJi.c2ln ')).toEqual({ token: 'eyJh.eyJi.c2ln' });
    expect(testBody('{"sub": "a"}')).toEqual({ claims: { sub: 'a' } });
  });

  test('is neither, and is not sent', () => {
    for (const text of ['', 'abc', '[]', 'null', '"text"', 'a.b']) expect(testBody(text)).toBeUndefined();
  });
});

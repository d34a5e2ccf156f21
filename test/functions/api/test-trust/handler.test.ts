import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { gitlab } from '#test/corpora/ci-tokens/gitlab.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { ruleFor, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { newOrganization } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  world.verifier = trustingVerifier;
  organization = await newOrganization(world.store);
});

const ask = async (body: object) =>
  (await call('test-trust', { caller: organization.as('admin'), body })).body;
const claimsFor = (sample = github, more: object = {}) => ({
  ...claimsOf(sample, organization.organizationId),
  ...more,
});

test.each(ciTokenSamples)('$provider: a JWT and its claims match the rule', async (sample) => {
  const { trustId, name } = await ruleFor(world.store, organization, sample);
  const rules = [{ trustId, name, matches: true, failed: [] }];
  expect(await ask({ token: unsignedToken(claimsFor(sample)) })).toEqual({
    signature: 'valid',
    trustId,
    rules,
  });
  expect(await ask({ claims: claimsFor(sample) })).toEqual({ signature: 'unchecked', trustId, rules });
});

test('each claim that failed is named, with the expected and the actual value', async () => {
  const { trustId, audience } = await ruleFor(world.store, organization, github);
  const claims = claimsFor(github, {
    aud: ['a', 'b'],
    repository_id: 75,
    ref: 'refs/tags/v1',
    job_workflow_ref: undefined,
  });
  const { rules, ...rest } = await ask({ claims });
  expect(rest).toEqual({ signature: 'unchecked' });
  expect(rules).toMatchObject([
    {
      trustId,
      matches: false,
      failed: [
        { claim: 'aud', expected: audience, found: 'a, b' },
        { claim: 'repository_id', expected: '74', found: '75' },
        { claim: 'ref', expected: { glob: 'refs/heads/*' }, found: 'refs/tags/v1' },
        { claim: 'job_workflow_ref', expected: { glob: 'octo-org/octo-automation/.github/workflows/**' } },
      ],
    },
  ]);
});

test.each([
  ['an object that has no text', { toString: 1, valueOf: 1 }],
  ['a list of such objects', [{ toString: 1, valueOf: 1 }, 7]],
])('an audience that is %s is not shown', async (_, aud) => {
  const { audience } = await ruleFor(world.store, organization, github);
  const { rules } = await ask({ claims: claimsFor(github, { aud }) });
  expect(rules).toMatchObject([{ failed: [{ claim: 'aud', expected: audience }] }]);
  expect(JSON.stringify(rules)).not.toContain('found');
});

test('refusals by the provider type are named: forks, and pull_request_target', async () => {
  await ruleFor(world.store, organization, github);
  await ruleFor(world.store, organization, gitlab);
  const failedOf = async (claims: object, index: number) =>
    ((await ask({ claims }))['rules'] as { failed: object[] }[])[index]?.failed;
  expect(await failedOf(claimsFor(github, { event_name: 'pull_request_target' }), 0)).toEqual([
    { claim: 'event_name', found: 'pull_request_target' },
  ]);
  expect(await failedOf(claimsFor(gitlab, { job_project_id: '99' }), 1)).toEqual([
    { claim: 'job_project_id', found: '99' },
  ]);
});

describe('a JWT that would be refused before any rule', () => {
  test.each([
    ['by its format', () => 'nonsense', { signature: 'unchecked', reason: 'malformed' }],
    [
      'by its algorithm',
      () => unsignedToken(claimsFor(), { alg: 'none' }),
      { signature: 'unchecked', reason: 'algorithm' },
    ],
    [
      'by its issuer',
      () => unsignedToken(claimsFor(github, { iss: 'https://x.example' })),
      { signature: 'unchecked', reason: 'issuer' },
    ],
    [
      'by its signature',
      () => unsignedToken(claimsFor(github, { forged: true })),
      { signature: 'invalid', reason: 'signature' },
    ],
    [
      'by its time',
      () => unsignedToken(claimsFor(github, { exp: 1 })),
      { signature: 'valid', reason: 'expired' },
    ],
  ])('%s', async (_title, token, expected) => {
    await ruleFor(world.store, organization, github);
    const { rules: _rules, ...rest } = await ask({ token: token() });
    expect(rest).toEqual(expected);
  });
});

test('it issues nothing, writes nothing, and calls no issuer that no rule names', async () => {
  const verify = vi.spyOn(world.verifier, 'verify');
  const commit = vi.spyOn(world.store, 'commit');
  await ask({ token: unsignedToken(claimsFor()) });
  expect([verify.mock.calls, commit.mock.calls]).toEqual([[], []]);
});

test('422: neither or both, and claims that are not valid in a JWT', async () => {
  const statusOf = async (body: object) =>
    (await call('test-trust', { caller: organization.as('admin'), body })).status;
  expect(await statusOf({})).toBe(422);
  expect(await statusOf({ token: 'x', claims: {} })).toBe(422);
  expect(await statusOf({ claims: { pad: 'x'.repeat(17_000) } })).toBe(422);
});

import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { ciTokenSamples } from '#test/corpora/ci-tokens/index.ts';
import type { CiTokenSample } from '#test/corpora/ci-tokens/ci-token-sample.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { repositoryAt, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

/** Tries what docs/ci-trust.md says of each CI, with the JWTs that its vendor documents. */

const page = readFileSync(new URL('../../../../docs/ci-trust.md', import.meta.url), 'utf8');
const rules = new Map(
  [...page.matchAll(/```json rule (\w+)\n([^]*?)```/g)].map(([, provider = '', text = '']) => [
    provider,
    JSON.parse(text) as Record<string, unknown>,
  ]),
);
const sectionOf = ({ provider }: CiTokenSample): string => {
  const at = page.indexOf(`json rule ${provider}`);
  return page.slice(page.lastIndexOf('\n## ', at), page.indexOf('\n## ', at));
};

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  world.verifier = trustingVerifier;
  organization = await newOrganization(world.store);
});

test('every CI has a section', () => {
  expect([...rules.keys()]).toEqual(ciTokenSamples.map(({ provider }) => provider));
});

describe.each(ciTokenSamples)('$provider', (sample) => {
  const { provider, repositoryUrl, uses, forkBuilds } = sample;
  const rule = rules.get(provider) ?? {};

  const exchange = async (claims: object) => {
    const { organizationId } = organization;
    const aud = rule['audience'] ?? sample.audience ?? `scangate:${organizationId}`;
    const token = unsignedToken({ ...claimsOf(sample, organizationId), aud, ...claims });
    return call('exchange-token', { body: { organizationId, token } });
  };

  test('the rule of the page is accepted, and a documented JWT is exchanged by it', async () => {
    if (repositoryUrl) await repositoryAt(world.store, organization.organizationId, repositoryUrl);
    const created = await call('create-trust-rule', { caller: organization.as('admin'), body: rule });
    expect([created.status, created.body.errors]).toEqual([201, undefined]);
    const { status, body } = await exchange({ jti: testIds.uuid() });
    expect([status, body['trustId']]).toEqual([201, created.body['trustId']]);
    expect('repositoryIds' in body).toBe(rule['repositories'] === 'matching');
  });

  test('the page says how often one JWT is exchanged, and whether a claim identifies forks', () => {
    const section = sectionOf(sample);
    expect(section).toContain(uses === 1 ? 'can be exchanged once' : 'can be exchanged up to 20 times');
    expect(section.replaceAll(/\s+/g, ' ').includes('No claim identifies fork builds')).toBe(
      forkBuilds !== undefined,
    );
  });

  test('a job of another repository is refused', async () => {
    await call('create-trust-rule', { caller: organization.as('admin'), body: rule });
    const [pin = ''] = Object.keys(rule['match'] as object);
    expect((await exchange({ jti: testIds.uuid(), [pin]: 'another' })).status).toBe(403);
  });
});

test('the configurations that the page warns against are refused', async () => {
  const body = { ...rules.get('github'), match: { repository: 'octo-org/octo-repo' } };
  const { body: answered } = await call('create-trust-rule', { caller: organization.as('admin'), body });
  expect(answered['code']).toBe('trust_too_wide');
});

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ciProviders, type CiProvider } from '@scangate/emulator-identity/ci/token';
import { openIdentityBench, type IdentityBench } from '../workbench.ts';

let bench: IdentityBench;
beforeAll(async () => void (bench = await openIdentityBench()));
afterAll(() => bench.close());

interface Discovery {
  issuer: string;
  jwks_uri: string;
}

const discover = async (issuer: string): Promise<Discovery> =>
  (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as Discovery;

/** The claims that the vendors document, beside `iss`, `aud`, `sub`, `iat` and `exp`. */
const documented: Record<CiProvider, string[]> = {
  github: [
    'jti',
    'nbf',
    'ref',
    'ref_type',
    'sha',
    'repository',
    'repository_id',
    'repository_owner',
    'repository_owner_id',
    'repository_visibility',
    'actor',
    'actor_id',
    'run_id',
    'run_number',
    'run_attempt',
    'runner_environment',
    'event_name',
    'head_ref',
    'base_ref',
    'workflow',
    'workflow_ref',
    'job_workflow_ref',
  ],
  gitlab: [
    'jti',
    'nbf',
    'namespace_id',
    'namespace_path',
    'project_id',
    'project_path',
    'user_id',
    'user_login',
    'user_email',
    'pipeline_id',
    'pipeline_source',
    'job_id',
    'ref',
    'ref_type',
    'ref_path',
    'ref_protected',
    'runner_id',
    'runner_environment',
    'sha',
    'ci_config_ref_uri',
    'ci_config_sha',
  ],
  bitbucket: ['workspaceUuid', 'repositoryUuid', 'pipelineUuid', 'stepUuid', 'branchName'],
  circleci: [
    'oidc.circleci.com/org-id',
    'oidc.circleci.com/project-id',
    'oidc.circleci.com/context-ids',
    'oidc.circleci.com/job-id',
    'oidc.circleci.com/pipeline-id',
    'oidc.circleci.com/pipeline-definition-id',
    'oidc.circleci.com/workflow-id',
    'oidc.circleci.com/ssh-rerun',
    'oidc.circleci.com/vcs-origin',
    'oidc.circleci.com/vcs-ref',
  ],
  buildkite: [
    'jti',
    'nbf',
    'organization_slug',
    'organization_id',
    'pipeline_slug',
    'pipeline_id',
    'build_number',
    'build_branch',
    'build_tag',
    'build_commit',
    'step_key',
    'job_id',
    'agent_id',
    'build_source',
    'runner_environment',
  ],
  azure: ['jti', 'nbf', 'org_id', 'prj_id', 'def_id', 'rpo_id', 'rpo_uri', 'rpo_ver', 'rpo_ref', 'run_id'],
};

describe.each(ciProviders)('%s', (provider) => {
  test('a token has every documented claim, and verifies with the keys that its issuer publishes', async () => {
    const { token, issuer, claims } = await bench.emulator.makeCiToken(provider, {});
    const discovery = await discover(issuer);
    expect(discovery.issuer).toBe(issuer);
    const { payload, protectedHeader } = await jwtVerify(
      token,
      createRemoteJWKSet(new URL(discovery.jwks_uri)),
      { issuer, audience: String(claims['aud']), currentDate: new Date(bench.clock.now()) },
    );
    expect(payload).toEqual(claims);
    expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.stringMatching(/./) });
    const missing = [...documented[provider], 'iss', 'aud', 'sub', 'iat', 'exp'].filter(
      (name) => !(name in payload),
    );
    expect(missing).toEqual([]);
    expect(JSON.stringify(payload)).not.toMatch(/<[\w.]/);
  });

  test('two tokens differ, given claims replace the defaults, and the clock is the emulated one', async () => {
    const [one, two] = [
      await bench.emulator.makeCiToken(provider, {}),
      await bench.emulator.makeCiToken(provider, { aud: 'scangate:an-organization', added: 'x' }),
    ];
    expect(one.token).not.toBe(two.token);
    expect(two.claims).toMatchObject({ aud: 'scangate:an-organization', added: 'x' });
    await bench.clock.advanceTo(bench.clock.now() + 86_400_000);
    const { claims } = await bench.emulator.makeCiToken(provider, {});
    expect(Math.abs(Number(claims['iat']) * 1000 - bench.clock.now())).toBeLessThan(5_000);
    expect(Number(claims['exp'])).toBeGreaterThan(Number(claims['iat']));
  });
});

test('derived claims follow the given ones', async () => {
  const make = async (provider: CiProvider, claims: Record<string, unknown>) =>
    (await bench.emulator.makeCiToken(provider, claims)).claims;
  expect(
    await make('github', { repository: 'acme/shop', ref: 'refs/tags/v1', repository_id: '7' }),
  ).toMatchObject({
    sub: 'repo:acme@2020/shop@7:ref:refs/tags/v1',
    repository_owner: 'acme',
    job_workflow_ref: 'acme/shop/.github/workflows/ci.yml@refs/tags/v1',
  });
  expect(await make('gitlab', { project_path: 'acme/shop' })).toMatchObject({
    sub: 'project_path:acme/shop:ref_type:branch:ref:main',
    namespace_path: 'acme',
    ref_path: 'refs/heads/main',
  });
  const bitbucket = await make('bitbucket', { repositoryUuid: '{7}' });
  expect(bitbucket['sub']).toBe(`{7}:${String(bitbucket['stepUuid'])}`);
  const organization = { 'oidc.circleci.com/org-id': 'another' };
  const { issuer, claims } = await bench.emulator.makeCiToken('circleci', organization);
  expect([issuer.endsWith('/ci/circleci/org/another'), claims['aud']]).toEqual([true, 'another']);
  expect(await make('github', { iss: 'https://foreign.example', exp: 1 })).toMatchObject({
    iss: 'https://foreign.example',
    exp: 1,
  });
});

test('the key is stored in the data folder, and only discovery and keys are public', async () => {
  const { issuer, token } = await bench.emulator.makeCiToken('github', {});
  await bench.restart();
  const keys = (await (await fetch(`${issuer}/.well-known/jwks`)).json()) as JSONWebKeySet;
  expect(
    (await jwtVerify(token, createLocalJWKSet(keys), { currentDate: new Date(bench.clock.now()) })).payload
      .iss,
  ).toBe(issuer);
  expect(keys.keys.map((key) => [key.kid, key['d']])).toEqual([
    [decodeProtectedHeader(token).kid, undefined],
  ]);
  const { origin } = bench.emulator;
  const paths = ['/ci/jenkins/.well-known/jwks', '/ci/github', '/ci/github/../.well-known/jwks'];
  expect(await Promise.all(paths.map(async (path) => (await fetch(origin + path)).status))).toEqual([
    404, 404, 404,
  ]);
  expect(bench.emulator.isSignInRunning()).toBe(false);
});

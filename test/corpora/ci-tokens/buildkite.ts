import type { CiTokenSample } from './ci-token-sample.ts';

/** A job with the optional claims of `--claim organization_id,pipeline_id`. */
export const buildkite: CiTokenSample = {
  provider: 'buildkite',
  documentedAt: 'https://buildkite.com/docs/agent/cli/reference/oidc',
  issuer: 'https://agent.buildkite.com',
  claims: {
    jti: '0190c5a9-3b53-4a35-8a0f-6f1c9f3f2a11',
    sub: 'organization:acme-inc:pipeline:super-duper-app:ref:refs/heads/main:commit:9f3182061f1e2cca4702c368cbc039b7dc9d4485:step:build',
    organization_slug: 'acme-inc',
    organization_id: '0184990a-4770-4b1c-b1fe-55b7a3c8a9b7',
    pipeline_slug: 'super-duper-app',
    pipeline_id: '0184990a-4774-4d8a-9a51-21cb9a2d7f1e',
    build_number: 1,
    build_branch: 'main',
    build_tag: null,
    build_commit: '9f3182061f1e2cca4702c368cbc039b7dc9d4485',
    build_source: 'webhook',
    step_key: 'build',
    job_id: '0184990a-477b-4fa8-9968-496074483cee',
    agent_id: '0184990a-4782-42b5-afc1-16715b10b8ff',
    runner_environment: 'self-hosted',
  },
  match: { pipeline_id: '0184990a-4774-4d8a-9a51-21cb9a2d7f1e', build_branch: 'main' },
  forkBuilds: 'off',
  uses: 1,
  run: { repository: 'acme-inc/super-duper-app', ref: 'main', runId: '1' },
};

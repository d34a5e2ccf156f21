import type { CiShape } from '../shape.ts';

/** Buildkite, with the optional claims of `--claim organization_id,pipeline_id`. */
export const buildkite: CiShape = {
  documentedAt: 'https://buildkite.com/docs/agent/cli/reference/oidc',
  issuerPath: '',
  lifetimeSeconds: 300,
  notBeforeSeconds: 0,
  claims: {
    jti: '<uuid>',
    sub: 'organization:<organization_slug>:pipeline:<pipeline_slug>:ref:refs/heads/<build_branch>:commit:<build_commit>:step:<step_key>',
    aud: 'https://buildkite.com/<organization_slug>',
    organization_slug: 'sample',
    organization_id: '0184990a-4770-4b1c-b1fe-55b7a3c8a9b7',
    pipeline_slug: 'storefront',
    pipeline_id: '0184990a-4774-4d8a-9a51-21cb9a2d7f1e',
    build_number: 1,
    build_branch: 'main',
    build_tag: null,
    build_commit: '0123456789abcdef0123456789abcdef01234567',
    build_source: 'webhook',
    step_key: 'build',
    job_id: '<uuid>',
    agent_id: '<uuid>',
    runner_environment: 'buildkite-hosted',
  },
};

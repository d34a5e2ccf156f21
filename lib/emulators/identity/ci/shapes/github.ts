import type { CiShape } from '../shape.ts';

/**
 * GitHub Actions. Since July 2026 the subject of new repositories contains ids, as here; older ones have names only.
 */
export const github: CiShape = {
  documentedAt: 'https://docs.github.com/en/actions/reference/security/oidc',
  issuerPath: '',
  lifetimeSeconds: 300,
  notBeforeSeconds: 600,
  claims: {
    jti: '<uuid>',
    sub: 'repo:<repository_owner>@<repository_owner_id>/<repository_name>@<repository_id>:ref:<ref>',
    aud: 'https://github.com/<repository_owner>',
    ref: 'refs/heads/main',
    ref_type: 'branch',
    ref_protected: 'true',
    sha: '0123456789abcdef0123456789abcdef01234567',
    repository: 'sample/storefront',
    repository_id: '424242',
    repository_owner: 'sample',
    repository_owner_id: '2020',
    repository_visibility: 'private',
    actor: 'octocat',
    actor_id: '1001',
    run_id: '<number>',
    run_number: '10',
    run_attempt: '1',
    check_run_id: '<number>',
    runner_environment: 'github-hosted',
    event_name: 'push',
    head_ref: '',
    base_ref: '',
    workflow: 'ci',
    workflow_ref: '<repository>/.github/workflows/ci.yml@<ref>',
    workflow_sha: '<sha>',
    job_workflow_ref: '<workflow_ref>',
    job_workflow_sha: '<sha>',
  },
};

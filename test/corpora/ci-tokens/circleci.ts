import type { CiTokenSample } from './ci-token-sample.ts';

/** A job of a project on GitHub, with the subject of `CIRCLE_OIDC_TOKEN_V2`. */
export const circleci: CiTokenSample = {
  provider: 'circleci',
  documentedAt: 'https://circleci.com/docs/guides/permissions-authentication/openid-connect-tokens/',
  issuer: 'https://oidc.circleci.com/org/c9035eb6-6eb2-4c85-8a81-d9ee6a1fa8c2',
  claims: {
    sub: 'org/c9035eb6-6eb2-4c85-8a81-d9ee6a1fa8c2/project/ecc458d2-fbdc-4d9a-93c4-ac065ed3c3ca/user/5c2ff5a0-5a4e-4f0b-8a5b-0d8c0f6f2b11/vcs-origin/github.com/sample/storefront/vcs-ref/refs/heads/main',
    'oidc.circleci.com/org-id': 'c9035eb6-6eb2-4c85-8a81-d9ee6a1fa8c2',
    'oidc.circleci.com/project-id': 'ecc458d2-fbdc-4d9a-93c4-ac065ed3c3ca',
    'oidc.circleci.com/pipeline-id': '0a2d4b3c-8a0f-4a43-9f3b-52a5b7a2b9f1',
    'oidc.circleci.com/pipeline-definition-id': '961ae4b1-070b-4134-ae64-1328a3ae3862',
    'oidc.circleci.com/workflow-id': '2c0a4e6f-0b5c-4b4e-8a7d-4f1c2b3a4d5e',
    'oidc.circleci.com/job-id': '7d8e9f0a-1b2c-4d3e-8f4a-5b6c7d8e9f0a',
    'oidc.circleci.com/context-ids': ['58bef0c1-399d-49ca-a5ba-2f4317e4224d'],
    'oidc.circleci.com/ssh-rerun': false,
    'oidc.circleci.com/vcs-origin': 'github.com/sample/storefront',
    'oidc.circleci.com/vcs-ref': 'refs/heads/main',
  },
  match: {
    'oidc.circleci.com/project-id': 'ecc458d2-fbdc-4d9a-93c4-ac065ed3c3ca',
    'oidc.circleci.com/vcs-ref': { glob: 'refs/heads/**' },
    'oidc.circleci.com/ssh-rerun': 'false',
  },
  forkBuilds: 'off',
  repositoryUrl: 'https://github.com/sample/storefront',
  uses: 20,
  run: {
    repository: 'github.com/sample/storefront',
    ref: 'refs/heads/main',
    runId: '0a2d4b3c-8a0f-4a43-9f3b-52a5b7a2b9f1',
  },
};

import type { CiShape } from '../shape.ts';

/** CircleCI, with the subject of `CIRCLE_OIDC_TOKEN_V2`. */
export const circleci: CiShape = {
  documentedAt: 'https://circleci.com/docs/guides/permissions-authentication/openid-connect-tokens/',
  issuerPath: '/org/<oidc.circleci.com/org-id>',
  lifetimeSeconds: 3_600,
  claims: {
    sub: 'org/<oidc.circleci.com/org-id>/project/<oidc.circleci.com/project-id>/user/5c2ff5a0-5a4e-4f0b-8a5b-0d8c0f6f2b11/vcs-origin/<oidc.circleci.com/vcs-origin>/vcs-ref/<oidc.circleci.com/vcs-ref>',
    aud: '<oidc.circleci.com/org-id>',
    'oidc.circleci.com/org-id': 'c9035eb6-6eb2-4c85-8a81-d9ee6a1fa8c2',
    'oidc.circleci.com/project-id': 'ecc458d2-fbdc-4d9a-93c4-ac065ed3c3ca',
    'oidc.circleci.com/pipeline-id': '<uuid>',
    'oidc.circleci.com/pipeline-definition-id': '961ae4b1-070b-4134-ae64-1328a3ae3862',
    'oidc.circleci.com/workflow-id': '<uuid>',
    'oidc.circleci.com/job-id': '<uuid>',
    'oidc.circleci.com/context-ids': ['58bef0c1-399d-49ca-a5ba-2f4317e4224d'],
    'oidc.circleci.com/ssh-rerun': false,
    'oidc.circleci.com/vcs-origin': 'github.com/sample/storefront',
    'oidc.circleci.com/vcs-ref': 'refs/heads/main',
  },
};

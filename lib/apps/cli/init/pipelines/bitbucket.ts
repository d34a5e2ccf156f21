import { image, jobMinutes, scanCommandLine, type Pipeline } from '../pipeline.ts';

export const bitbucketPipeline: Pipeline = {
  file: 'bitbucket-pipelines.yml',
  signs: ['bitbucket-pipelines.yml'],
  hosts: ['bitbucket.org'],
  text: (values) => `image: ${image}
clone:
  depth: full # the commit to compare with

definitions:
  steps:
    - step: &scangate
        name: Scan and wait for the verdict
        oidc: true # the identity of the job, instead of a stored token
        max-time: ${jobMinutes}
        script:
          - export SCANGATE_URL=${values.url}
          - export SCANGATE_ORGANIZATION=${values.organization}
          - ${scanCommandLine(values, { junit: 'test-results/scangate.xml' })}

pipelines:
  pull-requests:
    '**':
      - step: *scangate
  branches:
    ${values.branch}:
      - step: *scangate
`,
  trust: () => ({
    name: 'Bitbucket Pipelines',
    provider: 'bitbucket',
    issuer: 'https://api.bitbucket.org/2.0/workspaces/<workspace>/pipelines-config/identity/oidc',
    audience: 'ari:cloud:bitbucket::workspace/<workspace id>',
    match: { repositoryUuid: '{<repository id>}' },
    repositories: 'all',
  }),
  steps: ['Issuer, audience and repository id are at Repository settings > OpenID Connect.'],
};

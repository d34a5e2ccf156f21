import type { CiShape } from '../shape.ts';

/** Bitbucket Pipelines. Identifiers are in braces, except for the one in the audience. */
export const bitbucket: CiShape = {
  documentedAt:
    'https://support.atlassian.com/bitbucket-cloud/docs/integrate-pipelines-with-resource-servers-using-oidc/',
  issuerPath: '/2.0/workspaces/sample/pipelines-config/identity/oidc',
  lifetimeSeconds: 3_600,
  claims: {
    sub: '<repositoryUuid>:<stepUuid>',
    aud: 'ari:cloud:bitbucket::workspace/922e118c-f34f-4226-a897-0e0afbec553d',
    workspaceUuid: '{922e118c-f34f-4226-a897-0e0afbec553d}',
    repositoryUuid: '{1de489be-ce6a-42a0-a8c8-eadbf1174ac7}',
    pipelineUuid: '{<uuid>}',
    stepUuid: '{<uuid>}',
    branchName: 'main',
  },
};

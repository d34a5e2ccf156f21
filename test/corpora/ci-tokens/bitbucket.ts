import type { CiTokenSample } from './ci-token-sample.ts';

/** A step of a pipeline on the main branch. The JWT has no `jti`, and names no repository but by its UUID. */
export const bitbucket: CiTokenSample = {
  provider: 'bitbucket',
  documentedAt:
    'https://support.atlassian.com/bitbucket-cloud/docs/integrate-pipelines-with-resource-servers-using-oidc/',
  issuer: 'https://api.bitbucket.org/2.0/workspaces/sample/pipelines-config/identity/oidc',
  claims: {
    sub: '{1de489be-ce6a-42a0-a8c8-eadbf1174ac7}:{5b2c4f5a-8f0e-4bb2-9bd2-cc41b8a2a8b1}',
    workspaceUuid: '{922e118c-f34f-4226-a897-0e0afbec553d}',
    repositoryUuid: '{1de489be-ce6a-42a0-a8c8-eadbf1174ac7}',
    pipelineUuid: '{b6e1d4a2-06de-41b3-b6ab-df18be3e5b36}',
    stepUuid: '{5b2c4f5a-8f0e-4bb2-9bd2-cc41b8a2a8b1}',
    branchName: 'main',
  },
  match: { repositoryUuid: '{1de489be-ce6a-42a0-a8c8-eadbf1174ac7}', branchName: 'main' },
  uses: 20,
  run: {
    repository: '{1de489be-ce6a-42a0-a8c8-eadbf1174ac7}',
    ref: 'main',
    runId: '{b6e1d4a2-06de-41b3-b6ab-df18be3e5b36}',
  },
};

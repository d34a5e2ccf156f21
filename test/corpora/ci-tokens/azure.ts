import type { CiTokenSample } from './ci-token-sample.ts';

/** A job of a pipeline in Azure Repos. The audience is the same for every service. */
export const azure: CiTokenSample = {
  provider: 'azure',
  documentedAt: 'https://learn.microsoft.com/rest/api/azure/devops/distributedtask/oidctoken/create',
  issuer: 'https://vstoken.dev.azure.com/7f4a1f0e-1d0a-4ad8-9a2e-4f6f0b7c2d31',
  audience: 'api://AzureADTokenExchange',
  claims: {
    jti: '6d4b0f0c-6d2e-4a9e-b5ea-0a7f0f1b2c3d',
    sub: 'p://sample/storefront/storefront-ci',
    org_id: '7f4a1f0e-1d0a-4ad8-9a2e-4f6f0b7c2d31',
    prj_id: '3c1f8d2a-6b5e-4f7a-8e9d-2a1b0c9d8e7f',
    def_id: '12',
    rpo_id: '9e8d7c6b-5a4f-4e3d-8c2b-1a0f9e8d7c6b',
    rpo_uri: 'https://dev.azure.com/sample/storefront/_git/storefront',
    rpo_ver: '0123456789abcdef0123456789abcdef01234567',
    rpo_ref: 'refs/heads/main',
    run_id: '4711',
  },
  match: { rpo_id: '9e8d7c6b-5a4f-4e3d-8c2b-1a0f9e8d7c6b', rpo_ref: 'refs/heads/main' },
  forkBuilds: 'off',
  repositoryUrl: 'https://dev.azure.com/sample/storefront/_git/storefront',
  uses: 20,
  run: {
    repository: 'https://dev.azure.com/sample/storefront/_git/storefront',
    ref: 'refs/heads/main',
    runId: '4711',
  },
};

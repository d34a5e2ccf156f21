import type { CiShape } from '../shape.ts';

/** Azure Pipelines. Its audience is the same for every service. */
export const azure: CiShape = {
  documentedAt: 'https://learn.microsoft.com/rest/api/azure/devops/distributedtask/oidctoken/create',
  issuerPath: '/<org_id>',
  lifetimeSeconds: 600,
  notBeforeSeconds: 600,
  claims: {
    jti: '<uuid>',
    sub: 'p://sample/storefront/storefront-ci',
    aud: 'api://AzureADTokenExchange',
    org_id: '7f4a1f0e-1d0a-4ad8-9a2e-4f6f0b7c2d31',
    prj_id: '3c1f8d2a-6b5e-4f7a-8e9d-2a1b0c9d8e7f',
    def_id: '12',
    rpo_id: '9e8d7c6b-5a4f-4e3d-8c2b-1a0f9e8d7c6b',
    rpo_uri: 'https://dev.azure.com/sample/storefront/_git/storefront',
    rpo_ver: '0123456789abcdef0123456789abcdef01234567',
    rpo_ref: 'refs/heads/main',
    run_id: '<number>',
  },
};

import type { CiProviderSpec } from './provider.ts';

const bracedUuid = /^\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}$/i;

/** Bitbucket Pipelines. A fork runs its pipelines as its own repository, so the pinned ids exclude it. */
export const bitbucket: CiProviderSpec = {
  title: 'Bitbucket Pipelines',
  issuer:
    /^https:\/\/api\.bitbucket\.org\/2\.0\/workspaces\/[A-Za-z0-9_-]{1,100}\/pipelines-config\/identity\/oidc$/,
  pins: [
    { claims: ['repositoryUuid'], form: bracedUuid },
    { claims: ['workspaceUuid'], form: bracedUuid },
  ],
  uses: 20,
  run: { repository: ['repositoryUuid'], ref: ['branchName'], runId: 'pipelineUuid' },
};

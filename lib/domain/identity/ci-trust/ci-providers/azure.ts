import { textClaim, uuid, type CiProviderSpec } from './provider.ts';

/** Azure Pipelines. All its JWTs have one audience, and no claim identifies a fork. */
export const azure: CiProviderSpec = {
  title: 'Azure Pipelines',
  issuer: /^https:\/\/vstoken\.dev\.azure\.com\/[0-9a-f-]{36}$/,
  pins: [
    { claims: ['rpo_id'], form: uuid },
    { claims: ['prj_id'], form: uuid },
  ],
  uses: 20,
  fixedAudience: 'api://AzureADTokenExchange',
  repositoryUrl: (claims) => textClaim(claims, 'rpo_uri'),
  needsForkBuilds: true,
  run: { repository: ['rpo_uri'], ref: ['rpo_ref'], runId: 'run_id' },
};

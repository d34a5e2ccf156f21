import { textClaim, uuid, type CiProviderSpec } from './provider.ts';

/** CircleCI. The origin names the repository with its host; no claim identifies a fork. */
export const circleci: CiProviderSpec = {
  title: 'CircleCI',
  issuer: /^https:\/\/oidc\.circleci\.com\/org\/[0-9a-f-]{36}$/,
  pins: [
    { claims: ['oidc.circleci.com/project-id'], form: uuid },
    { claims: ['oidc.circleci.com/org-id'], form: uuid },
  ],
  uses: 20,
  repositoryUrl: (claims) => {
    const origin = textClaim(claims, 'oidc.circleci.com/vcs-origin');
    return origin === undefined ? undefined : `https://${origin}`;
  },
  needsForkBuilds: true,
  run: {
    repository: ['oidc.circleci.com/vcs-origin'],
    ref: ['oidc.circleci.com/vcs-ref'],
    runId: 'oidc.circleci.com/pipeline-id',
  },
};

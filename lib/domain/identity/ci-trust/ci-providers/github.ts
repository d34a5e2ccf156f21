import { numericId, textClaim, type CiProviderSpec } from './provider.ts';

const hosted = 'token.actions.githubusercontent.com';
const githubCom = 'https://github.com';

/** The origin of the repositories whose jobs an issuer serves. */
const originOf = ({ host, origin }: URL): string => {
  if (host === hosted) return githubCom;
  // The issuer of an enterprise on ghe.com is on a subdomain of the enterprise's own host.
  const [, enterprise] = /^token\.actions\.([a-z0-9-]+\.ghe\.com)$/.exec(host) ?? [];
  return enterprise === undefined ? origin : `https://${enterprise}`;
};

/** GitHub Actions. A job that a fork triggers gets no JWT; `pull_request_target` runs for forks and gets one. */
export const github: CiProviderSpec = {
  title: 'GitHub Actions',
  issuer: /^https:\/\/token\.actions\.githubusercontent\.com(?:\/[a-z0-9-]{1,100})?$/,
  defaultIssuer: `https://${hosted}`,
  ownServers: true,
  pins: [
    { claims: ['repository_id'], form: numericId },
    { claims: ['repository_owner_id'], form: numericId },
  ],
  uses: 1,
  repositoryUrl: (claims, issuer) => {
    const repository = textClaim(claims, 'repository');
    return repository === undefined ? undefined : `${originOf(issuer)}/${repository}`;
  },
  onlyWhereNamed: { claim: 'event_name', value: 'pull_request_target' },
  run: { repository: ['repository'], ref: ['ref'], runId: 'run_id', actor: 'actor' },
};

import { numericId, textClaim, type CiProviderSpec } from './provider.ts';

/** GitLab CI/CD. In a merge request of a fork the claims of the project are those of the fork, wherever the job runs. */
export const gitlab: CiProviderSpec = {
  title: 'GitLab CI/CD',
  issuer: /^https:\/\/gitlab\.com$/,
  defaultIssuer: 'https://gitlab.com',
  ownServers: true,
  pins: [
    { claims: ['project_id'], form: numericId },
    { claims: ['namespace_id'], form: numericId },
  ],
  uses: 20,
  // An instance may be below a path of its host.
  repositoryUrl: (claims, { href }) => {
    const project = textClaim(claims, 'project_path');
    return project === undefined ? undefined : `${href.replace(/\/$/, '')}/${project}`;
  },
  forkClaim: (claims) => {
    const [ofJob, ofSource] = [claims['job_project_id'], claims['project_id']];
    return ofJob === undefined || String(ofJob) === String(ofSource) ? undefined : 'job_project_id';
  },
  run: {
    repository: ['project_path'],
    ref: ['ref_path', 'ref'],
    runId: 'pipeline_id',
    actor: 'user_login',
  },
};

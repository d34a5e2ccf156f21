import { uuid, type CiProviderSpec } from './provider.ts';

const slug = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/;

/** Buildkite. The ids are in a JWT that the job requests with `--claim`; no claim identifies a fork. */
export const buildkite: CiProviderSpec = {
  title: 'Buildkite',
  issuer: /^https:\/\/agent\.buildkite\.com$/,
  defaultIssuer: 'https://agent.buildkite.com',
  pins: [
    { claims: ['pipeline_id'], form: uuid },
    { claims: ['organization_id'], form: uuid },
    { claims: ['organization_slug', 'pipeline_slug'], form: slug },
  ],
  uses: 1,
  needsForkBuilds: true,
  run: {
    repository: ['organization_slug', 'pipeline_slug'],
    ref: ['build_tag', 'build_branch'],
    runId: 'build_number',
  },
};

import { azurePipelines } from './azure-pipelines.ts';
import { bitbucketPipelines } from './bitbucket-pipelines.ts';
import { buildkite } from './buildkite.ts';
import type { CiContext, CiSources } from './ci-context.ts';
import type { CiReader } from './ci-reader.ts';
import { circleci } from './circleci.ts';
import { readEventFile } from './event-file.ts';
import { githubActions } from './github-actions.ts';
import { gitlabCi } from './gitlab-ci.ts';
import { jenkins } from './jenkins.ts';
import { localGit } from './local-git.ts';
import { teamcity } from './teamcity.ts';

/** All supported CI systems. */
export const ciReaders: readonly CiReader[] = [
  githubActions,
  gitlabCi,
  azurePipelines,
  circleci,
  bitbucketPipelines,
  buildkite,
  // These two run on self-hosted machines, where their variables may occur together with those of another CI.
  teamcity,
  jenkins,
];

/** The CI in which this process runs; undefined if it is unknown. */
export const detectCi = (environment: CiSources['environment']): CiReader | undefined =>
  ciReaders.find((reader) => reader.isHere(environment));

/**
 * Reads what the CI states about the commit in a directory; undefined outside of a known CI.
 * @throws CliFailure for variables and files that contradict the CI's documentation.
 */
export const readCi = ({
  environment,
  directory,
}: Pick<CiSources, 'environment'> & { directory: string }): CiContext | undefined => {
  const reader = detectCi(environment);
  if (!reader) return undefined;
  const file = reader.eventFile?.(environment);
  const event = file && readEventFile(file, environment);
  return reader.read({ environment, event, git: localGit(directory, environment) });
};

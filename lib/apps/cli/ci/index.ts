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

/** Every CI that is understood. */
export const ciReaders: readonly CiReader[] = [
  githubActions,
  gitlabCi,
  azurePipelines,
  circleci,
  bitbucketPipelines,
  buildkite,
  // These two run on machines of one's own, where their variables may stand beside those of another CI.
  teamcity,
  jenkins,
];

/** The CI that this process runs in; undefined for none that is known. */
export const detectCi = (environment: CiSources['environment']): CiReader | undefined =>
  ciReaders.find((reader) => reader.isHere(environment));

/**
 * Reads what the CI states about the commit in a directory; undefined outside of a known CI.
 * @throws CliFailure for variables and files that are not what the CI documents.
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

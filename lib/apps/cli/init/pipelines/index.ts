import type { CiHost } from '@scangate/cli/ci/ci-context';
import type { Pipeline } from '../pipeline.ts';
import { azurePipeline } from './azure.ts';
import { bitbucketPipeline } from './bitbucket.ts';
import { buildkitePipeline } from './buildkite.ts';
import { circleciPipeline } from './circleci.ts';
import { githubPipeline } from './github.ts';
import { gitlabPipeline } from './gitlab.ts';
import { jenkinsPipeline } from './jenkins.ts';
import { teamcityPipeline } from './teamcity.ts';

/** The pipeline file of each CI. */
export const pipelines: Readonly<Record<CiHost, Pipeline>> = {
  github: githubPipeline,
  gitlab: gitlabPipeline,
  jenkins: jenkinsPipeline,
  azure: azurePipeline,
  circleci: circleciPipeline,
  bitbucket: bitbucketPipeline,
  buildkite: buildkitePipeline,
  teamcity: teamcityPipeline,
};

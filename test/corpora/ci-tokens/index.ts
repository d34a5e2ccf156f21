import { azure } from './azure.ts';
import { bitbucket } from './bitbucket.ts';
import { buildkite } from './buildkite.ts';
import { circleci } from './circleci.ts';
import type { CiTokenSample } from './ci-token-sample.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';

/** A sample of the JWTs of each CI. */
export const ciTokenSamples: readonly CiTokenSample[] = [
  github,
  gitlab,
  bitbucket,
  circleci,
  buildkite,
  azure,
];

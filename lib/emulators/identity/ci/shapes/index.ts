import type { CiShape } from '../shape.ts';
import { azure } from './azure.ts';
import { bitbucket } from './bitbucket.ts';
import { buildkite } from './buildkite.ts';
import { circleci } from './circleci.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';

/** The shape of each CI service's tokens. */
export const ciShapes = { github, gitlab, bitbucket, circleci, buildkite, azure } as const satisfies Record<
  string,
  CiShape
>;

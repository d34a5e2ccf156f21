import type { PublishedPomCache } from './published-pom-cache.ts';

/** The inputs of a resolution other than the poms of the repository. */
export interface ResolutionInputs {
  /** The published poms; absent when none were imported. */
  book?: PublishedPomCache | undefined;
  /** Properties of the command line, which take precedence over those of poms in the repository. */
  userProperties?: ReadonlyMap<string, string>;
}

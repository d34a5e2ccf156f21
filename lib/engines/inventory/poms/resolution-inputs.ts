import type { PublishedPomCache } from './published-pom-cache.ts';

/** The inputs of a resolution that are not poms of the repository. */
export interface ResolutionInputs {
  /** The published poms; absent when none were imported. */
  book?: PublishedPomCache | undefined;
  /** Properties of the command line, which come before those of poms of the repository. */
  userProperties?: ReadonlyMap<string, string>;
}

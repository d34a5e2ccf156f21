import type { PomBook } from './pom-book.ts';

/** The things that are known beside the poms of the repository. */
export interface Surroundings {
  /** The published poms; absent when none were imported. */
  book?: PomBook | undefined;
  /** Properties of the command line, which come before those of poms of the repository. */
  userProperties?: ReadonlyMap<string, string>;
}

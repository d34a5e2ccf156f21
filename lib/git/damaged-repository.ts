import { GitFailure } from './git-failure.ts';

/** Creates the failure for data that git itself would not produce. `what` never quotes the data. */
export const damagedRepository = (what: string): GitFailure =>
  new GitFailure('invalid_repository', `The repository's data is damaged: ${what}.`);

import { SourceFailure } from '../ports/sources.ts';

/** What a repository holds or sent is not what git makes. `what` never quotes it. */
export const damagedRepository = (what: string): SourceFailure =>
  new SourceFailure('source_invalid', `The repository's data is damaged: ${what}.`);

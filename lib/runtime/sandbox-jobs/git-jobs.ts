import { readCommitJobs as jobsOf } from '#adapters/sandbox/read-commit-jobs.ts';
import { pathKinds } from '@scangate/engines/secrets/file-name-class';

/** The jobs of a sandbox that reads repositories. */
export const readCommitJobs = () => jobsOf(pathKinds);

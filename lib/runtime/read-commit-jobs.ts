import { readCommitJobs as jobsOf } from '#adapters/sandbox/read-commit-jobs.ts';
import { pathKinds } from '@scangate/engines/secrets/name-kind';

/** The jobs of a sandbox that reads repositories. */
export const readCommitJobs = () => jobsOf(pathKinds);

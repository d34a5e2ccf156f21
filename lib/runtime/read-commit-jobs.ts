export { readCommitJobs } from '#adapters/sandbox/read-commit-jobs.ts';

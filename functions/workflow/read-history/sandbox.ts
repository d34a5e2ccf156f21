import { detectFindingsJob } from '#runtime/detect-findings-job.ts';
import { readCommitJobs } from '#runtime/read-commit-jobs.ts';
import { serveJobs } from '#runtime/serve-jobs.ts';

await serveJobs({ ...readCommitJobs(), 'detect-findings': detectFindingsJob });

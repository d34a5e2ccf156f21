import { detectFindingsJob } from '#runtime/sandbox-jobs/detect-findings-job.ts';
import { readCommitJobs } from '#runtime/sandbox-jobs/git-jobs.ts';
import { serveJobs } from '#runtime/sandbox-jobs/serve-jobs.ts';

await serveJobs({ ...readCommitJobs(), 'detect-findings': detectFindingsJob });

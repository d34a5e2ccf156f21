import { readCommitJobs } from '#runtime/sandbox-jobs/git-jobs.ts';
import { serveJobs } from '#runtime/sandbox-jobs/serve-jobs.ts';
import { checkRulesJob, tryRulesJob } from '#runtime/sandbox-jobs/try-rules-jobs.ts';

await serveJobs({ ...readCommitJobs(), 'check-rules': checkRulesJob, 'try-rules': tryRulesJob });

import { readCommitJobs } from '#runtime/read-commit-jobs.ts';
import { serveJobs } from '#runtime/serve-jobs.ts';
import { checkRulesJob, tryRulesJob } from '#runtime/try-rules-jobs.ts';

await serveJobs({ ...readCommitJobs(), 'check-rules': checkRulesJob, 'try-rules': tryRulesJob });

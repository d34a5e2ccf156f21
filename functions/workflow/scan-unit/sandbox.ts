import { assessUnitJob } from '#runtime/sandbox-jobs/assess-unit-job.ts';
import { serveJobs } from '#runtime/sandbox-jobs/serve-jobs.ts';

await serveJobs({ 'assess-unit': assessUnitJob });

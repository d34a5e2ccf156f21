import { assessUnitJob } from '#runtime/assess-unit-job.ts';
import { serveJobs } from '#runtime/serve-jobs.ts';

await serveJobs({ 'assess-unit': assessUnitJob });

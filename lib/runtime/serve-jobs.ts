export { serveJobs } from '#adapters/sandbox/serve-jobs.ts';

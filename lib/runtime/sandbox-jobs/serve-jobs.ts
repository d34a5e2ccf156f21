export { serveJobs } from '#adapters/sandbox/child-process.ts';

/** Tests that share a worker and its loaded modules. test/tidy/reused-workers.test.ts holds that they leave no trace. */
export const sharedFolders = [
  'adapters',
  'app',
  'apps',
  'bench-engines',
  'client',
  'contract',
  'corpora',
  'docs',
  'domain',
  'e2e',
  'emulators',
  'engines',
  'git',
  'infra',
  'local',
  'models',
  'ports',
  'runtime',
  'simulation',
  'tidy',
];

/**
 * Tests that call the handlers of endpoints. They share workers, in which test/support/api/wire stands in place of
 * lib/runtime/wire.
 */
export const endpointTests = [
  'test/functions/**/*.test.ts',
  'test/app/auto-recharge/start-missed-recharges.test.ts',
  'test/app/auto-recharge/trigger-recharge.test.ts',
  'test/contract/openapi.test.ts',
  'test/runtime/serve.test.ts',
];

/** Tests that replace modules by mocks, which would stay for the other tests of the worker. */
export const mocking = ['test/functions/api/authorizer/handler.test.ts'];

/**
 * Tests that start many processes. The system copies the page tables of a process that starts another, which takes 3 ms
 * in a small one and 60 ms where 500 MB are in use; so these share workers of their own, which stay small.
 */
export const spawning = [
  'test/git/**/*.test.ts',
  'test/apps/{action,cli,gitlab,mcp}/**/*.test.ts',
  'test/adapters/{git,sandbox}/**/*.test.ts',
  'test/app/history-scans/**/*.test.ts',
  'test/app/scans/workflow/reuse/**/*.test.ts',
  'test/app/scans/workflow/detect-reviewed-findings.test.ts',
];

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
  'test/app/billing/start-missed-recharges.test.ts',
  'test/app/billing/trigger-recharge.test.ts',
  'test/contract/openapi.test.ts',
  'test/runtime/serve.test.ts',
];

/** Tests that replace modules by mocks, which would stay for the other tests of the worker. */
export const mocking = ['test/functions/api/authorizer/handler.test.ts'];

/** Tests that share a worker and its loaded modules. test/tidy/reused-workers.test.ts holds that they leave no trace. */
export const sharedFolders = [
  'adapters',
  'app',
  'apps',
  'client',
  'contract',
  'corpora',
  'docs',
  'domain',
  'emulators',
  'engines',
  'git',
  'infra',
  'ports',
  'tidy',
];

/** Tests that replace modules by mocks, which would stay for the other tests of the worker. */
export const mocking = [
  'test/app/billing/start-missed-recharges.test.ts',
  'test/app/billing/trigger-recharge.test.ts',
  'test/contract/openapi.test.ts',
];

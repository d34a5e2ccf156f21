/**
 * `npm run deploy -- [options of cdk deploy]`: checks the account with the settings among the options, and deploys all
 * stacks with the options. It exits with the code of the step that fails, and deploys nothing after a failed check.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { deploymentSteps } from '#infra/deployments/deployment-steps.ts';

const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
const { check, deploy, profile } = deploymentSteps(process.argv.slice(2));
// Both steps ask the same account.
const env = profile === undefined ? process.env : { ...process.env, AWS_PROFILE: profile };
for (const [script, options] of [
  [join(import.meta.dirname, 'check-account.ts'), check],
  [cdk, deploy],
] as const) {
  const { status } = spawnSync(process.execPath, [script, ...options], { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
}

/** Bundles every function, builds the console and synthesizes the stacks. `cdk` runs it. */
import { Code } from 'aws-cdk-lib/aws-lambda';
import { join } from 'node:path';
import { buildApp } from '#infra/app.ts';
import { bundleFunctions, bundleDirectory } from '#infra/bundle/bundle-functions.ts';
import { allFunctions } from '#infra/functions.ts';
import { consoleBuild } from '#local/console/console-build.ts';

await bundleFunctions(allFunctions());
buildApp({
  codeOf: ({ name }) => Code.fromAsset(join(bundleDirectory(), name)),
  consoleFiles: await consoleBuild(),
  nag: true,
}).synth();

/** The CDK app: bundles every function and synthesizes the three stacks. Started by `cdk`. */
import { Code } from 'aws-cdk-lib/aws-lambda';
import { join } from 'node:path';
import { buildApp } from '../lib/infra/app.ts';
import { bundleFunctions, bundlesIn } from '../lib/infra/bundle.ts';
import { everyFunction } from '../lib/infra/functions.ts';

await bundleFunctions(everyFunction());
buildApp({ codeOf: ({ name }) => Code.fromAsset(join(bundlesIn(), name)), nag: true }).synth();

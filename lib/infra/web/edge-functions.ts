import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../settings.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`${name}.js`, import.meta.url));

interface EdgeFunctionSpec {
  name: 'console-paths' | 'viewer-facts';
  description: string;
}

/** Makes a function of CloudFront from the file with its name. */
export const edgeFunction = (
  scope: Construct,
  { name, description }: EdgeFunctionSpec,
  { deploymentName }: Settings,
): EdgeFunction =>
  new EdgeFunction(scope, name, {
    functionName: `${deploymentName}-${name}`,
    comment: description,
    code: FunctionCode.fromInline(readFileSync(fileOf(name), 'utf8')),
    runtime: FunctionRuntime.JS_2_0,
  });

import { Function as EdgeFunction, FunctionCode, FunctionRuntime } from 'aws-cdk-lib/aws-cloudfront';
import { Aws } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Settings } from '../settings.ts';

/** The file of each function, by the beginning of its name. */
const files = { 'console-paths': 'console-paths.js', 'viewer-facts': 'viewer-headers.js' } as const;

const fileOf = (name: keyof typeof files): string => fileURLToPath(new URL(files[name], import.meta.url));

interface EdgeFunctionSpec {
  name: keyof typeof files;
  description: string;
}

/** Makes a function of CloudFront from its file. */
export const edgeFunction = (
  scope: Construct,
  { name, description }: EdgeFunctionSpec,
  { deploymentName }: Settings,
): EdgeFunction =>
  new EdgeFunction(scope, name, {
    // CloudFront's names are those of the account in all regions.
    functionName: `${deploymentName}-${name}-${Aws.REGION}`,
    comment: description,
    code: FunctionCode.fromInline(readFileSync(fileOf(name), 'utf8')),
    runtime: FunctionRuntime.JS_2_0,
  });

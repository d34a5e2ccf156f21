import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import { cacheControl, consoleFolder, hashedFiles } from './console-files.ts';

/**
 * Copies the console's files to their bucket: first the hashed ones, then the document that names them. Nothing is ever
 * deleted, so that an open page still finds what it was built with.
 * @param files the folder that the console was built to.
 */
export const deployConsole = (
  scope: Construct,
  { bucket, files }: { bucket: Bucket; files: string },
  { deploymentName }: Settings,
): BucketDeployment[] => {
  const logGroup = new LogGroup(scope, 'DeploymentLogs', {
    logGroupName: `/${deploymentName}/console-deployment`,
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const shared = { destinationBucket: bucket, destinationKeyPrefix: consoleFolder, prune: false, logGroup };
  const sources = [Source.asset(files)];
  const hashed = new BucketDeployment(scope, 'HashedFiles', {
    ...shared,
    sources,
    exclude: ['*'],
    include: [hashedFiles],
    cacheControl: [CacheControl.fromString(cacheControl.hashed)],
  });
  const named = new BucketDeployment(scope, 'NamedFiles', {
    ...shared,
    sources,
    exclude: [hashedFiles],
    cacheControl: [CacheControl.fromString(cacheControl.named)],
  });
  named.node.addDependency(hashed);
  return [hashed, named];
};

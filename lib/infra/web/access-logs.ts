import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import {
  CfnDelivery,
  CfnDeliveryDestination,
  CfnDeliverySource,
  LogGroup,
  RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import { CfnCondition, CfnResource, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The fields of the log. It has no query, no cookie and no referrer, because each may hold a credential or a name. */
const fields = [
  'timestamp(ms)',
  'x-edge-location',
  'x-edge-request-id',
  'c-ip',
  'cs-method',
  'x-host-header',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'time-taken',
  'time-to-first-byte',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'ssl-protocol',
  'cs-protocol-version',
];

/** CloudFront delivers logs with chosen fields from this region alone. */
const sourceRegion = 'us-east-1';

/**
 * Writes the log of the distribution. Elsewhere than in us-east-1 an operator turns it on by hand, once
 * (docs/runbook/console.md).
 */
export const logAccess = (
  scope: Construct,
  distribution: Distribution,
  { deploymentName }: Settings,
): LogGroup => {
  const name = `${deploymentName}-console`;
  const logGroup = new LogGroup(scope, 'AccessLogs', {
    logGroupName: `/${deploymentName}/console-access`,
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const source = new CfnDeliverySource(scope, 'LogSource', {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distribution.distributionArn,
  });
  const destination = new CfnDeliveryDestination(scope, 'LogDestination', {
    name,
    destinationResourceArn: logGroup.logGroupArn,
    outputFormat: 'json',
  });
  const delivery = new CfnDelivery(scope, 'LogDelivery', {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: fields,
  });
  delivery.addResourceDependency(source);
  const condition = new CfnCondition(scope, 'DeliversLogs', {
    expression: Fn.conditionEquals(Stack.of(scope).region, sourceRegion),
  });
  for (const resource of [source, destination, delivery] satisfies CfnResource[])
    resource.cfnOptions.condition = condition;
  return logGroup;
};

import { CfnAccountPolicy } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import * as z from 'zod';
import type { Settings } from '../settings.ts';

export const logDestinationSetting = z
  .string()
  .regex(/^(?:arn:aws[a-z-]{0,20}:logs:[a-z0-9-]+:\d{12}:destination:[A-Za-z0-9._-]{1,512})?$/, {
    message: 'the ARN of a destination of CloudWatch Logs',
  })
  .default('')
  .meta({
    description:
      'ARN of a destination of CloudWatch Logs in another account, which gets each line of every log group that this account has in the region, other workloads included. Its access policy must let this account subscribe to it. Unset: logs are in this account only.',
  });

/** Sends each line also to another account, where nobody of this one can delete it. An account has one such policy in a region. */
export const copyLogs = (
  scope: Construct,
  { logDestination, deploymentName }: Settings,
): CfnAccountPolicy | undefined => {
  if (logDestination === '') return undefined;
  return new CfnAccountPolicy(scope, 'LogCopies', {
    policyName: `${deploymentName}-log-copies`,
    policyType: 'SUBSCRIPTION_FILTER_POLICY',
    policyDocument: JSON.stringify({
      DestinationArn: logDestination,
      FilterPattern: '',
      Distribution: 'ByLogStream',
    }),
    scope: 'ALL',
  });
};

import { Aws } from 'aws-cdk-lib/core';
import { functionNameOf, liveAlias } from '../service-function.ts';
import type { Settings } from '../settings.ts';

/** The ARNs of the functions that invoke each other, so none of them can be made after the other. */
export const eventFunctionArns = ({ deploymentName }: Pick<Settings, 'deploymentName'>) => {
  const arnOf = (name: string) =>
    `arn:${Aws.PARTITION}:lambda:${Aws.REGION}:${Aws.ACCOUNT_ID}:function:${functionNameOf(deploymentName, name)}:${liveAlias}`;
  return { dispatchArn: arnOf('dispatch-events'), deliverArn: arnOf('deliver') };
};

import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { RemovalPolicy, Stack, type App } from 'aws-cdk-lib/core';
import { defaultDeployment } from '../settings.ts';

/**
 * The role by which API Gateway writes logs. An account has one in each region, so every deployment there makes this same
 * stack, and whichever comes second changes nothing. It outlives them all.
 */
export class ApiLoggingRoleStack extends Stack {
  readonly role: Role;

  constructor(app: App) {
    super(app, `${defaultDeployment}-account`, {
      description: 'Scangate: the logging role of API Gateway, once in an account and region.',
    });
    this.role = new Role(this, 'GatewayLogs', {
      description: 'API Gateway writes the logs of all APIs of the account.',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [
        ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
      ],
    });
    const account = new CfnAccount(this, 'Gateway', { cloudWatchRoleArn: this.role.roleArn });
    this.role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
}

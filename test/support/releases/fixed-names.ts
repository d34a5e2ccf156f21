import type { Resource } from '#test/infra/synthesized.ts';

/** The names that an account, a region or the world gives once, by CloudFormation's type. */
const uniqueNames: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::DomainName': 'DomainName',
  'AWS::Backup::BackupVault': 'BackupVaultName',
  'AWS::CloudFront::Function': 'Name',
  'AWS::CloudFront::OriginAccessControl': 'OriginAccessControlConfig.Name',
  'AWS::CloudFront::ResponseHeadersPolicy': 'ResponseHeadersPolicyConfig.Name',
  'AWS::CloudWatch::Alarm': 'AlarmName',
  'AWS::CodeDeploy::Application': 'ApplicationName',
  'AWS::CodeDeploy::DeploymentGroup': 'DeploymentGroupName',
  'AWS::Cognito::UserPoolDomain': 'Domain',
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::ManagedPolicy': 'ManagedPolicyName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::KMS::Alias': 'AliasName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Logs::DeliveryDestination': 'Name',
  'AWS::Logs::DeliverySource': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::SSM::Parameter': 'Name',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::WAFv2::WebACL': 'Name',
};

/** Returns the type and the fixed name of a resource, if it has one. @throws Error for a name of an unknown type. */
export const fixedNameOf = ({ Type, Properties }: Resource): string | undefined => {
  const found = (uniqueNames[Type] ?? '?')
    .split('.')
    .reduce<unknown>((outer, name) => (outer as Record<string, unknown> | undefined)?.[name], Properties);
  return found === undefined ? undefined : `${Type} ${JSON.stringify(found)}`;
};

import { StartFailure } from '@scangate/emulator-host/start-failure';
import { planApi } from './api-plan.ts';
import { planDistribution } from './distribution-plan.ts';
import type { BucketPlan, CloudPlan, FunctionPlan, RulePlan, TablePlan } from './cloud-plan.ts';
import { propertiesOf, type Properties } from './properties.ts';
import {
  isObject,
  resolveTemplates,
  type JsonObject,
  type Resolver,
  type StackTemplate,
} from './resolve-templates.ts';

/** Types without a local effect: permissions, names, monitoring and deployment. */
const inert = [
  /^AWS::IAM::/,
  /^AWS::CloudWatch::/,
  /^AWS::Logs::/,
  /^AWS::SNS::/,
  /^AWS::SQS::/,
  /^AWS::CDK::/,
  /^AWS::WAFv2::/,
  /^AWS::SES::/,
  /^AWS::SSM::/,
  /^AWS::CloudTrail::/,
  /^AWS::Backup::/,
  /^AWS::CodeDeploy::/,
  /^AWS::StepFunctions::StateMachine(Version|Alias)$/,
  /^AWS::ApplicationAutoScaling::/,
  /^AWS::Lambda::(Permission|Version|Alias|EventInvokeConfig)$/,
  /^AWS::ApiGateway::(Account|Deployment|Stage|Resource|Method|Authorizer|GatewayResponse|UsagePlan|DomainName|BasePathMapping)$/,
  /^AWS::CloudFront::OriginAccessControl$/,
  /^AWS::S3::BucketPolicy$/,
  /^AWS::KMS::Alias$/,
];
const active = [
  'AWS::Lambda::Function',
  'AWS::DynamoDB::Table',
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::KMS::Key',
  'AWS::StepFunctions::StateMachine',
  'AWS::Events::Rule',
  'AWS::ApiGateway::RestApi',
  'AWS::CloudFront::Distribution',
  'AWS::CloudFront::Function',
  'AWS::CloudFront::ResponseHeadersPolicy',
];

/** Reads all templates of an app. @throws StartFailure for a resource type that the local cloud does not support. */
export const readTemplates = (stacks: readonly StackTemplate[]): CloudPlan => {
  const resolver = resolveTemplates(stacks);
  for (const { id, resource, stack } of resolver.resources()) {
    if (active.includes(resource.Type) || inert.some((type) => type.test(resource.Type))) continue;
    throw new StartFailure(`The local cloud has no ${resource.Type} (${id} of the stack ${stack}).`);
  }
  const aliases = aliasesOf(resolver, 'AWS::Lambda::Alias');
  const machineAliases = aliasesOf(resolver, 'AWS::StepFunctions::StateMachineAlias');
  const asyncRetries = asyncRetriesOf(resolver);
  const each = <T>(
    types: string[],
    plan: (given: Properties, names: { ref: string; arn: string }) => T,
  ): T[] =>
    resolver.resources(...types).map((found) => {
      const naming = resolver.nameOf(found.stack, found.id);
      const given = propertiesOf(found.id, resolver.properties(found));
      return plan(given, { ref: naming.ref, arn: naming.attributes.Arn ?? '' });
    });
  return {
    tables: each(['AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable'], planTable),
    functions: each(['AWS::Lambda::Function'], (given, { ref, arn }) =>
      planFunction(given, {
        name: ref,
        arn,
        aliases: aliases.get(arn) ?? [],
        asyncRetries: asyncRetries(ref) ?? 2,
      }),
    ),
    api: planApi(resolver),
    distribution: planDistribution(resolver),
    stateMachines: each(['AWS::StepFunctions::StateMachine'], (given, { ref: arn }) => ({
      name: arn.split(':').at(-1) ?? arn,
      arn,
      aliases: machineAliases.get(arn) ?? [],
      definition: given.text('DefinitionString') ?? JSON.stringify(given.object('Definition') ?? {}),
    })),
    rules: each(['AWS::Events::Rule'], planRule).filter((rule) => rule !== undefined),
    buckets: each(['AWS::S3::Bucket'], planBucket),
    keys: each(['AWS::KMS::Key'], (given, { ref: keyId, arn }) => ({
      keyId,
      signs: keySigns(keyId, given),
      makesCodes: given.text('KeyUsage') === 'GENERATE_VERIFY_MAC',
      arn,
      aliases: aliasesOfKey(resolver, keyId, arn),
    })),
  };
};

const planTable = (given: Properties, { ref: name }: { ref: string }): TablePlan => ({
  name,
  attributes: given
    .objects('AttributeDefinitions')
    .map((one) => ({ name: String(one.AttributeName), type: String(one.AttributeType) })),
  keys: indexKeys(given.objects('KeySchema')),
  indexes: given.objects('GlobalSecondaryIndexes').map((index) => ({
    name: String(index.IndexName),
    keys: indexKeys((index.KeySchema as JsonObject[] | undefined) ?? []),
    projection: isObject(index.Projection) ? index.Projection : { ProjectionType: 'ALL' },
  })),
});

const indexKeys = (schema: JsonObject[]) =>
  schema.map((key) => ({ name: String(key.AttributeName), type: String(key.KeyType) }));

const planFunction = (
  given: Properties,
  { name, arn, aliases, asyncRetries }: Pick<FunctionPlan, 'name' | 'arn' | 'aliases' | 'asyncRetries'>,
): FunctionPlan => {
  const bundle = given.object('Code')?.S3Key;
  if (typeof bundle !== 'string')
    throw new StartFailure(`The function ${name} has no bundle that the local cloud can run.`);
  return {
    name,
    arn,
    aliases,
    bundle,
    exported: given.requiredText('Handler').split('.').at(-1) ?? 'handler',
    timeoutSeconds: given.number('Timeout') ?? 3,
    memoryMb: given.number('MemorySize') ?? 128,
    environment: Object.fromEntries(
      Object.entries((given.object('Environment')?.Variables as JsonObject | undefined) ?? {}).map(
        ([key, value]) => [key, String(value)],
      ),
    ),
    reservedConcurrency: given.number('ReservedConcurrentExecutions'),
    asyncRetries,
  };
};

/** The aliases of a type, by the ARN of what they point to. */
const aliasesOf = (resolver: Resolver, type: string): Map<string, string[]> => {
  const arns = resolver.resources(type).map(({ stack, id }) => resolver.nameOf(stack, id).ref);
  const cut = (arn: string) => arn.lastIndexOf(':');
  const byOwner = Map.groupBy(arns, (arn) => arn.slice(0, cut(arn)));
  return new Map([...byOwner].map(([owner, found]) => [owner, found.map((arn) => arn.slice(cut(arn) + 1))]));
};

const asyncRetriesOf = (resolver: Resolver) => {
  const configured = resolver.resources('AWS::Lambda::EventInvokeConfig').map((found) => {
    const given = propertiesOf(found.id, resolver.properties(found));
    return [given.requiredText('FunctionName'), given.number('MaximumRetryAttempts')] as const;
  });
  const byName = new Map(configured);
  return (functionName: string) => byName.get(functionName);
};

const planRule = (
  given: Properties,
  { ref: name, arn }: { ref: string; arn: string },
): RulePlan | undefined => {
  if (given.text('State') === 'DISABLED') return undefined;
  const targets = given.objects('Targets').map((target) => {
    if (target.InputTransformer !== undefined || target.InputPath !== undefined) {
      throw new StartFailure(
        `The rule ${name} transforms its input, which the local cloud does not support.`,
      );
    }
    return {
      functionArn: String(target.Arn),
      input: target.Input === undefined ? undefined : String(target.Input),
    };
  });
  return {
    name,
    arn,
    schedule: given.text('ScheduleExpression'),
    pattern: given.object('EventPattern'),
    targets,
  };
};

/** @throws StartFailure for a kind of key that the local KMS does not have. */
const keySigns = (keyId: string, given: Properties): boolean => {
  const spec = given.text('KeySpec') ?? 'SYMMETRIC_DEFAULT';
  if (!['SYMMETRIC_DEFAULT', 'ECC_NIST_P256', 'HMAC_256'].includes(spec))
    throw new StartFailure(`The key ${keyId} is of the kind ${spec}, which the local KMS does not have.`);
  return spec === 'ECC_NIST_P256';
};

const planBucket = (given: Properties, { ref: name }: { ref: string }): BucketPlan => ({
  name,
  locked: given.object('ObjectLockConfiguration') !== undefined,
  expiry: ((given.object('LifecycleConfiguration')?.Rules as JsonObject[] | undefined) ?? [])
    .filter((rule) => rule.Status === 'Enabled' && rule.ExpirationInDays !== undefined)
    .map((rule) => ({ prefix: String(rule.Prefix ?? ''), days: Number(rule.ExpirationInDays) })),
});

const aliasesOfKey = (resolver: Resolver, keyId: string, arn: string): string[] =>
  resolver
    .resources('AWS::KMS::Alias')
    .map((found) => propertiesOf(found.id, resolver.properties(found)))
    .filter((given) => [keyId, arn].includes(given.text('TargetKeyId') ?? ''))
    .map((given) => given.requiredText('AliasName'));

import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Function as LambdaFunction,
  Runtime,
  Tracing,
  type Code,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { FunctionSpec } from '#contract/function.ts';
import { requireSignedCode } from './deployments/code-signing.ts';
import { functionGrants, type SharedResources } from './iam-statements.ts';
import { defaultDeployment, type Settings } from './settings.ts';

/** Returns the code of a function: a bundle for the cloud, a placeholder for the local cloud. */
export type CodeOf = (fn: { name: string; entry: string }) => Code;

export interface FunctionContext {
  settings: Settings;
  sharedResources: SharedResources;
  codeOf: CodeOf;
}

export interface ServiceFunctionProps extends FunctionContext {
  reservedConcurrency?: number;
  /** The methods of the path of an endpoint that also gets all others, to refuse them. */
  allowedMethods?: readonly string[];
  /** Receives events that an asynchronously invoked function could not handle. */
  deadLetters?: IQueue;
  /** Lambda repeats a failed asynchronous invocation this often; twice by default. */
  asyncRetries?: 0 | 1;
}

/** Turns `create-scan` into `CreateScan`. */
export const logicalName = (name: string): string =>
  name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The physical name, by which also other stacks know a function. */
export const functionNameOf = (deploymentName: string, name: string): string => `${deploymentName}-${name}`;

/** The namespace of a deployment's own metrics; the default deployment has that of the service. */
export const metricNamespaceOf = (deploymentName: string): string =>
  deploymentName === defaultDeployment ? 'Scangate' : `Scangate/${deploymentName}`;

/** The alias that everything invokes. It moves to the version of a deployment when that is complete. */
export const liveAlias = 'live';

/** The environment of every function. By default the allocator of glibc keeps freed memory once for each thread. */
const commonEnvironment = (settings: Settings): Record<string, string> => ({
  LOG_LEVEL: settings.logLevel,
  MALLOC_ARENA_MAX: '1',
  METRIC_NAMESPACE: metricNamespaceOf(settings.deploymentName),
});

/** A Lambda with its own role, log group and alias. It may do what its spec declares. */
export class ServiceFunction extends Construct {
  readonly name: string;
  readonly lambda: LambdaFunction;
  /** The alias, which whatever invokes the function invokes. */
  readonly live: Alias;
  readonly logGroup: LogGroup;

  constructor(
    scope: Construct,
    spec: FunctionSpec,
    {
      settings,
      sharedResources,
      codeOf,
      reservedConcurrency,
      allowedMethods,
      deadLetters,
      asyncRetries,
    }: ServiceFunctionProps,
  ) {
    super(scope, logicalName(spec.name));
    this.name = spec.name;
    const functionName = functionNameOf(settings.deploymentName, spec.name);
    // Logs may go with their function; what must last is in the ledger.
    this.logGroup = new LogGroup(this, 'Logs', {
      logGroupName: `/aws/lambda/${functionName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { statements, environment } = functionGrants(spec.needs, sharedResources);
    const role = this.roleWith([...statements, ...ownStatements(this.logGroup, settings, deadLetters)]);
    this.lambda = new LambdaFunction(this, 'Function', {
      functionName,
      description: spec.summary,
      code: codeOf(spec),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: spec.memoryMb,
      timeout: Duration.seconds(spec.timeoutSeconds),
      ...(spec.ephemeralMb && { ephemeralStorageSize: Size.mebibytes(spec.ephemeralMb) }),
      environment: {
        ...environment,
        ...commonEnvironment(settings),
        ...(allowedMethods && { ALLOWED_METHODS: allowedMethods.join(', ') }),
      },
      // Nothing may add to the role: all its permissions are inline above.
      role: role.withoutPolicyUpdates(),
      logGroup: this.logGroup,
      ...(settings.tracing && { tracing: Tracing.ACTIVE }),
      ...(reservedConcurrency && { reservedConcurrentExecutions: reservedConcurrency }),
      ...(deadLetters && { deadLetterQueue: deadLetters }),
    });
    requireSignedCode(this.lambda, settings);
    this.live = this.aliasWith(asyncRetries);
  }

  private aliasWith(asyncRetries: number | undefined): Alias {
    return new Alias(this, 'Live', {
      aliasName: liveAlias,
      version: this.lambda.currentVersion,
      ...(asyncRetries !== undefined && { retryAttempts: asyncRetries }),
    });
  }

  /** The ARN of the alias for other stacks. It imports the function alone, as deployments without aliases did. */
  get liveArn(): string {
    return `${this.lambda.functionArn}:${liveAlias}`;
  }

  private roleWith(statements: PolicyStatement[]): Role {
    return new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { needs: new PolicyDocument({ statements }) },
    });
  }
}

const ownStatements = (logGroup: LogGroup, settings: Settings, deadLetters?: IQueue): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  }),
  ...tracingStatements(settings),
  ...(deadLetters
    ? [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] })]
    : []),
];

const tracingActions = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const samplingActions = ['xray:GetSamplingRules', 'xray:GetSamplingTargets'];

/** Permits sending traces if tracing is on; X-Ray has no resources. Step Functions also needs the sampling rules. */
export const tracingStatements = (settings: Settings, samples = false): PolicyStatement[] =>
  settings.tracing
    ? [
        new PolicyStatement({
          actions: [...tracingActions, ...(samples ? samplingActions : [])],
          resources: ['*'],
        }),
      ]
    : [];

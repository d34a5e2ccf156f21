import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  IdentitySource,
  LambdaIntegration,
  type LambdaIntegrationOptions,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  ResponseTransferMode,
  RestApi,
  type Method,
  type MethodDeploymentOptions,
  type CfnRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnOutput, Duration, RemovalPolicy, Stack, type App } from 'aws-cdk-lib/core';
import { authorizer as authorizerSpec } from '#functions/api/authorizer/function.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { FunctionSpec } from '#contract/function.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import { alarmFactory } from './alarms.ts';
import { createApiAlarms } from './api-alarms.ts';
import { functionSpecOf } from './functions.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { ServiceFunction, type FunctionContext } from './service-function.ts';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Settings } from './settings.ts';

/** Callers of this endpoint stay, so its concurrency has a limit of its own and never starves the others. */
const waiter = 'wait-scan';
/** The gateway closes a stream only after the function has timed out. */
const streamMarginSeconds = 30;

/** The fields of the access log. It has no headers and no query string, because both may hold a credential. */
const accessLog = {
  requestId: '$context.requestId',
  time: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  responseLength: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  integrationStatus: '$context.integration.status',
  integrationLatencyMs: '$context.integration.latency',
  authorizerStatus: '$context.authorizer.status',
  authorizerLatencyMs: '$context.authorizer.latency',
  organizationId: '$context.authorizer.organizationId',
  errorType: '$context.error.responseType',
  tlsVersion: '$context.tlsVersion',
};

interface ApiTables {
  endpoints: readonly EndpointSpec[];
  webhooks: readonly WebhookSpec[];
  alarmTopic: ITopic;
}

const throttled = ({ path, throttle }: WebhookSpec): [string, MethodDeploymentOptions] => [
  `${path}/POST`,
  { throttlingRateLimit: throttle.rate, throttlingBurstLimit: throttle.burst },
];

/** The HTTP API: one Lambda for each endpoint of the table. */
export class ApiStack extends Stack {
  private readonly context: FunctionContext;
  readonly restApi: RestApi;
  private readonly accessLogs: LogGroup;
  readonly baseUrl: CfnOutput;
  private readonly authorizer: RequestAuthorizer;
  /** Permits the gateway to invoke: one role, because a permission for each function would fill the template. */
  private readonly invocations = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
  private readonly invoker: Role;
  /** The methods of webhooks, which take no token. */
  readonly publicMethods: readonly Method[];

  constructor(app: App, context: FunctionContext, { endpoints, webhooks, alarmTopic }: ApiTables) {
    const { deploymentName } = context.settings;
    super(app, `${deploymentName}-api`, { description: 'Scangate: the HTTP API.' });
    this.context = context;
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: `/${deploymentName}/api-access`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = this.gateway(context.settings, webhooks);
    addGatewayResponses(this.restApi);
    const authorizer = new ServiceFunction(this, authorizerSpec, context);
    this.authorizer = new RequestAuthorizer(this, 'BearerAuthorizer', {
      handler: authorizer.lambda,
      identitySources: [IdentitySource.header('Authorization')],
      // A cached result would apply to every path, and to a revoked token.
      resultsCacheTtl: Duration.seconds(0),
    });
    this.invoker = new Role(this, 'Invoker', {
      description: 'The gateway invokes the functions of its methods.',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { invoke: new PolicyDocument({ statements: [this.invocations] }) },
    });
    const methods = Map.groupBy(endpoints, ({ path }) => path);
    const functions = endpoints.map((endpoint) => ({
      endpoint,
      fn: this.route(endpoint, methods.get(endpoint.path) ?? []),
    }));
    this.publicMethods = webhooks.map((webhook) => this.webhookRoute(webhook));
    createApiAlarms(alarmFactory(this, deploymentName, alarmTopic), {
      api: this.restApi,
      accessLogs: this.accessLogs,
      streaming: functions.filter(({ endpoint }) => endpoint.stream).map(({ fn }) => fn),
      webhooks,
    });
    this.baseUrl = new CfnOutput(this, 'BaseUrl', {
      value: this.restApi.url,
      description: 'Base URL of the API.',
    });
  }

  private gateway(settings: Settings, webhooks: readonly WebhookSpec[]): RestApi {
    const api = new RestApi(this, 'Api', {
      restApiName: settings.deploymentName,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      binaryMediaTypes: ['application/gzip'],
      cloudWatchRole: true,
      cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN,
      deployOptions: {
        stageName: 'api',
        accessLogDestination: new LogGroupLogDestination(this.accessLogs),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLog)),
        loggingLevel: MethodLoggingLevel.OFF,
        metricsEnabled: false,
        throttlingRateLimit: settings.throttleRate,
        throttlingBurstLimit: settings.throttleBurst,
        methodOptions: Object.fromEntries(webhooks.map(throttled)),
        tracingEnabled: settings.tracing,
      },
    });
    const resource = api.node.defaultChild as CfnRestApi;
    resource.securityPolicy = 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09';
    resource.endpointAccessMode = 'STRICT';
    return api;
  }

  /**
   * Routes an endpoint. The first one of a path gets every method that the path does not have, and answers 405: the
   * gateway would say 404, and methods of their own for it would fill the template.
   */
  private route(endpoint: EndpointSpec, ofPath: readonly EndpointSpec[]): ServiceFunction {
    const { name, stream } = endpoint;
    const isFirst = ofPath[0] === endpoint;
    const { waiterConcurrency } = this.context.settings;
    const spec = functionSpecOf(endpoint);
    const fn = new ServiceFunction(this, spec, {
      ...this.context,
      ...(name === waiter && waiterConcurrency && { reservedConcurrency: waiterConcurrency }),
      ...(isFirst && { allowedMethods: ofPath.map(({ method }) => method).toSorted() }),
    });
    const integration = this.integration(fn, {
      ...(stream && {
        responseTransferMode: ResponseTransferMode.STREAM,
        timeout: Duration.seconds(spec.timeoutSeconds + streamMarginSeconds),
      }),
    });
    this.restApi.root
      .resourceForPath(endpoint.path)
      .addMethod(isFirst ? 'ANY' : endpoint.method, integration, {
        operationName: name,
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: this.authorizer,
      });
    return fn;
  }

  /** Integrates a function that the gateway invokes by its role. */
  private integration(
    { lambda }: ServiceFunction,
    options: LambdaIntegrationOptions = {},
  ): LambdaIntegration {
    const { functionArn } = lambda;
    this.invocations.addResources(functionArn);
    // The integration would add a permission to a function that it may change.
    const invoked = LambdaFunction.fromFunctionAttributes(lambda, 'Invoked', {
      functionArn,
      skipPermissions: true,
    });
    return new LambdaIntegration(invoked, {
      ...options,
      credentialsRole: this.invoker,
      scopePermissionToMethod: false,
    });
  }

  /** The function verifies the signature before anything else. */
  private webhookRoute(webhook: WebhookSpec): Method {
    const fn = new ServiceFunction(this, webhook satisfies FunctionSpec, this.context);
    return this.restApi.root.resourceForPath(webhook.path).addMethod('POST', this.integration(fn), {
      operationName: webhook.name,
      authorizationType: AuthorizationType.NONE,
    });
  }
}

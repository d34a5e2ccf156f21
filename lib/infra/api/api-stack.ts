import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  type LambdaIntegrationOptions,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  ResponseTransferMode,
  RestApi,
  type IResource,
  type Method,
  type MethodDeploymentOptions,
  type CfnRestApi,
} from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnOutput, Duration, RemovalPolicy, Stack, type App } from 'aws-cdk-lib/core';
import { authorizer as authorizerSpec } from '#functions/api/authorizer/function.ts';
import { scimResources } from '#functions/scim/index.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { ScimResourceSpec } from '#contract/scim-resource.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { alarmFactory } from '../alarms.ts';
import { functionSpecOf, methodsOfPaths, type ApiFunctions } from '../functions.ts';
import type { Settings } from '../settings.ts';
import type { UserPool } from '../sign-in/user-pool.ts';
import { accessLogsName } from './access-logs-name.ts';
import { createApiAlarms } from './api-alarms.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { Invoker } from './invoker.ts';
import { CustomDomain, tlsPolicy } from './custom-domain.ts';
import { requirePublic } from './public-methods.ts';
import { attachWebAcl } from './web-acl.ts';

/** The name of the stage, which is the first segment of each path at the gateway itself. */
export const apiStage = 'api';

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
  // The status of Lambda itself, 429 for a function that it did not run.
  lambdaStatus: '$context.integration.integrationStatus',
  authorizerStatus: '$context.authorizer.status',
  authorizerLatencyMs: '$context.authorizer.latency',
  organizationId: '$context.authorizer.organizationId',
  plan: '$context.authorizer.plan',
  errorType: '$context.error.responseType',
  tlsVersion: '$context.tlsVersion',
};

/** The limits of methods in place of that of the stage, which are never higher: a low one of the stage stops all of them. */
const ownThrottles = (
  endpoints: readonly EndpointSpec[],
  webhooks: readonly WebhookSpec[],
  { throttleRate, throttleBurst }: Settings,
): Record<string, MethodDeploymentOptions> => {
  const methods = methodsOfPaths(endpoints);
  const throttled = (
    path: string,
    method: string,
    { rate, burst }: { rate: number; burst: number },
  ): [string, MethodDeploymentOptions] => [
    `${path}/${method}`,
    {
      throttlingRateLimit: Math.min(rate, throttleRate),
      throttlingBurstLimit: Math.min(burst, throttleBurst),
    },
  ];
  return Object.fromEntries([
    ...webhooks.map(({ path, throttle }) => throttled(path, 'POST', throttle)),
    ...endpoints.flatMap((endpoint) => {
      const { path, method, throttle } = endpoint;
      return throttle ? [throttled(path, methods.has(endpoint) ? 'ANY' : method, throttle)] : [];
    }),
  ]);
};

interface ApiContext {
  settings: Settings;
  alarmTopic: ITopic;
  /** Endpoints and webhooks by the stack of their functions. */
  functionsByStack: ReadonlyMap<string, ApiFunctions>;
  userPool: UserPool | undefined;
}

/** The HTTP API: paths and methods. Their functions are in stacks of their own, which the gateway knows by name only. */
export class ApiStack extends Stack {
  readonly restApi: RestApi;
  private readonly accessLogs: LogGroup;
  readonly baseUrl: CfnOutput;
  /** The name of its own, if the API has one. */
  readonly customDomain: CustomDomain | undefined;
  private readonly authorizer: RequestAuthorizer;
  private readonly invoker: Invoker;
  /** The methods without an authorizer, by name. */
  readonly publicMethods = new Map<string, Method>();

  constructor(app: App, { settings, alarmTopic, functionsByStack, userPool }: ApiContext) {
    const { deploymentName } = settings;
    super(app, `${deploymentName}-api`, { description: 'Scangate: the HTTP API.' });
    const groups = [...functionsByStack.values()];
    const endpoints = groups.flatMap((group) => group.endpoints);
    const webhooks = groups.flatMap((group) => group.webhooks);
    this.accessLogs = new LogGroup(this, 'AccessLogs', {
      logGroupName: accessLogsName(settings),
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.restApi = this.gateway(settings, ownThrottles(endpoints, webhooks, settings));
    addGatewayResponses(this.restApi, settings);
    if (settings.webAcl) attachWebAcl(this, { stage: this.restApi.deploymentStage, userPool }, settings);
    this.invoker = this.invokerOf(deploymentName, functionsByStack);
    this.authorizer = new RequestAuthorizer(this, 'CredentialAuthorizer', {
      handler: this.invoker.functionNamed(authorizerSpec.name),
      assumeRole: this.invoker.role,
      // A credential is in Authorization or in a cookie, and the gateway would ask for both.
      identitySources: [],
      // A cached result would apply to every path, and to a revoked token.
      resultsCacheTtl: Duration.seconds(0),
    });
    const methods = methodsOfPaths(endpoints);
    for (const endpoint of endpoints) this.route(endpoint, methods.has(endpoint));
    for (const webhook of webhooks) this.webhookRoute(webhook);
    for (const resource of scimResources) this.scimRoutes(resource);
    createApiAlarms(alarmFactory(this, deploymentName, alarmTopic), {
      deploymentName,
      api: this.restApi,
      accessLogs: this.accessLogs,
      endpoints,
      webhooks,
    });
    const hasName = settings.apiDomain !== '';
    this.customDomain = hasName ? new CustomDomain(this.restApi, settings) : undefined;
    this.baseUrl = new CfnOutput(this, 'BaseUrl', {
      value: hasName ? `https://${settings.apiDomain}/` : this.restApi.url,
      description: 'Base URL of the API.',
    });
  }

  private invokerOf(deploymentName: string, functionsByStack: ReadonlyMap<string, ApiFunctions>): Invoker {
    const invoker = new Invoker(this, deploymentName);
    for (const [stack, { endpoints, webhooks, others }] of functionsByStack)
      invoker.permit(
        stack,
        [...endpoints, ...webhooks, ...others].map(({ name }) => name),
      );
    return invoker;
  }

  private gateway(settings: Settings, methodOptions: Record<string, MethodDeploymentOptions>): RestApi {
    const api = new RestApi(this, 'Api', {
      restApiName: settings.deploymentName,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // The gateway would replace bytes that are not UTF-8; a function refuses them.
      binaryMediaTypes: ['application/json', 'application/gzip'],
      cloudWatchRole: false,
      deployOptions: {
        stageName: apiStage,
        // Functions compare the origin of a change with it (`requireOwnOrigin`).
        ...(settings.publicUrl !== '' && { variables: { publicUrl: settings.publicUrl } }),
        accessLogDestination: new LogGroupLogDestination(this.accessLogs),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLog)),
        loggingLevel: MethodLoggingLevel.OFF,
        metricsEnabled: false,
        throttlingRateLimit: settings.throttleRate,
        throttlingBurstLimit: settings.throttleBurst,
        methodOptions,
        tracingEnabled: settings.tracing,
      },
    });
    const resource = api.node.defaultChild as CfnRestApi;
    Object.assign(resource, tlsPolicy);
    return api;
  }

  /** Routes an endpoint. The first one of a path gets every method that the path does not have. */
  private route(endpoint: EndpointSpec, isFirst: boolean): void {
    const { name, path, method, stream, access } = endpoint;
    const integration = this.integration(name, {
      ...(stream && {
        responseTransferMode: ResponseTransferMode.STREAM,
        timeout: Duration.seconds(functionSpecOf(endpoint).timeoutSeconds + streamMarginSeconds),
      }),
    });
    const resource = this.restApi.root.resourceForPath(path);
    const routed = isFirst ? 'ANY' : method;
    if (access) this.addPublicMethod(resource, routed, { name, integration });
    else
      resource.addMethod(routed, integration, {
        operationName: name,
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: this.authorizer,
      });
  }

  /** The function answers 405 itself, in the words of SCIM. */
  private scimRoutes({ name, paths }: ScimResourceSpec): void {
    for (const path of paths)
      this.restApi.root.resourceForPath(path).addMethod('ANY', this.integration(name), {
        operationName: name,
        authorizationType: AuthorizationType.CUSTOM,
        authorizer: this.authorizer,
      });
  }

  private addPublicMethod(
    resource: IResource,
    httpMethod: string,
    { name, integration }: { name: string; integration: LambdaIntegration },
  ): void {
    requirePublic(name);
    const method = resource.addMethod(httpMethod, integration, {
      operationName: name,
      authorizationType: AuthorizationType.NONE,
    });
    this.publicMethods.set(name, method);
  }

  private integration(name: string, options: LambdaIntegrationOptions = {}): LambdaIntegration {
    return new LambdaIntegration(this.invoker.functionNamed(name), {
      ...options,
      credentialsRole: this.invoker.role,
      scopePermissionToMethod: false,
    });
  }

  /** The function verifies the signature before anything else. */
  private webhookRoute({ name, path }: WebhookSpec): void {
    const resource = this.restApi.root.resourceForPath(path);
    this.addPublicMethod(resource, 'POST', { name, integration: this.integration(name) });
  }
}

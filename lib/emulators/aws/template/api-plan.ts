import { StartFailure } from '@scangate/emulator-host/start-failure';
import { propertiesOf, type Properties } from './properties.ts';
import { isObject, type JsonObject, type Resolver } from './resolve-templates.ts';

export interface ApiPlan {
  apiId: string;
  stage: string;
  /** Passed with every request; null where the stage has none, as API Gateway does. */
  stageVariables: Record<string, string> | null;
  /** Decides the idle limit of a stream. */
  regional: boolean;
  binaryMediaTypes: string[];
  routes: RoutePlan[];
  gatewayResponses: GatewayResponsePlan[];
}

export interface RoutePlan {
  method: string;
  /** Contains `{placeholders}`. */
  path: string;
  resourceId: string;
  functionArn: string;
  timeoutMs: number;
  stream: boolean;
  authorizer: AuthorizerPlan | undefined;
}

interface AuthorizerPlan {
  functionArn: string;
  /** Names of required headers. */
  identityHeaders: string[];
}

interface GatewayResponsePlan {
  type: string;
  statusCode: number | undefined;
  /** Header name → literal (in quotes) or context expression. */
  headers: Record<string, string>;
  /** Media type → text with `$context.…`. */
  templates: Record<string, string>;
}

const functionOfUri = (of: string, uri: string): string => {
  const found = /\/functions\/(arn:[^/]+)\/(?:response-streaming-)?invocations$/.exec(uri);
  if (!found?.[1]) throw new StartFailure(`${of} is integrated with ${uri}, which is no Lambda function.`);
  return found[1];
};

const authorizerPlan = (of: string, given: Properties): AuthorizerPlan => {
  if (given.text('Type') !== 'REQUEST') {
    throw new StartFailure(
      `${of} is an authorizer of type ${given.text('Type')}; the local gateway supports REQUEST.`,
    );
  }
  const sources = (given.text('IdentitySource') ?? '').split(',').filter(Boolean);
  const headers = sources.map((source) => {
    const header = /^\s*method\.request\.header\.([\w-]+)\s*$/.exec(source)?.[1];
    if (!header)
      throw new StartFailure(`${of} has the identity source ${source}; the local gateway supports headers.`);
    return header;
  });
  if ((given.number('AuthorizerResultTtlInSeconds') ?? 300) !== 0) {
    throw new StartFailure(`${of} caches its results; the local gateway has no such cache.`);
  }
  return { functionArn: functionOfUri(of, given.requiredText('AuthorizerUri')), identityHeaders: headers };
};

const gatewayResponse = (given: Properties): GatewayResponsePlan => {
  const status = given.text('StatusCode');
  const headers = Object.entries(given.textMap('ResponseParameters')).map(([key, value]) => {
    const header = /^gatewayresponse\.header\.([\w-]+)$/.exec(key)?.[1];
    if (!header)
      throw new StartFailure(`A gateway response sets ${key}; the local gateway supports headers.`);
    return [header, value] as const;
  });
  return {
    type: given.requiredText('ResponseType'),
    statusCode: status === undefined ? undefined : Number(status),
    headers: Object.fromEntries(headers),
    templates: given.textMap('ResponseTemplates'),
  };
};

/** Reads the REST API. @throws StartFailure for a feature that the local gateway does not support. */
export const planApi = (resolver: Resolver): ApiPlan | undefined => {
  const [api, another] = resolver.resources('AWS::ApiGateway::RestApi');
  if (!api) return undefined;
  if (another)
    throw new StartFailure('The templates hold more than one REST API; the local gateway serves one.');
  const apiId = resolver.nameOf(api.stack, api.id).ref;
  const given = propertiesOf(api.id, resolver.properties(api));
  const of = (type: string) =>
    resolver.resources(type).map((found) => {
      const properties = resolver.properties(found);
      return {
        ref: resolver.nameOf(found.stack, found.id).ref,
        given: propertiesOf(found.id, properties),
        id: found.id,
      };
    });

  const [stage] = of('AWS::ApiGateway::Stage');
  const variables = stage?.given.textMap('Variables') ?? {};
  return {
    apiId,
    stage: stage?.given.text('StageName') ?? 'prod',
    stageVariables: Object.keys(variables).length > 0 ? variables : null,
    // API Gateway's default is EDGE.
    regional:
      ((given.object('EndpointConfiguration')?.Types as string[] | undefined)?.[0] ?? 'EDGE') !== 'EDGE',
    binaryMediaTypes: given.texts('BinaryMediaTypes'),
    routes: planRoutes(apiId, of),
    gatewayResponses: of('AWS::ApiGateway::GatewayResponse').map((found) => gatewayResponse(found.given)),
  };
};

type Found = { ref: string; given: Properties; id: string };

const planRoutes = (apiId: string, of: (type: string) => Found[]): RoutePlan[] => {
  const parts = new Map(
    of('AWS::ApiGateway::Resource').map(({ ref, given }) => [
      ref,
      { parent: given.requiredText('ParentId'), part: given.requiredText('PathPart') },
    ]),
  );
  const pathOf = (resourceId: string): string => {
    const found = parts.get(resourceId);
    return found ? `${pathOf(found.parent)}/${found.part}` : '';
  };
  const authorizers = new Map(
    of('AWS::ApiGateway::Authorizer').map(({ ref, given, id }) => [ref, authorizerPlan(id, given)]),
  );
  return of('AWS::ApiGateway::Method').map(({ given, id }) => {
    const resourceId = given.requiredText('ResourceId');
    const path = pathOf(resourceId) || '/';
    if (path === '/' && resourceId !== `${apiId}-root`) {
      throw new StartFailure(`The method ${id} belongs to a resource that is not in the templates.`);
    }
    return {
      method: given.requiredText('HttpMethod'),
      path,
      resourceId,
      ...integration(id, given.object('Integration')),
      authorizer: authorizerOf(id, given, authorizers),
    };
  });
};

const authorizerOf = (id: string, given: Properties, authorizers: Map<string, AuthorizerPlan>) => {
  const kind = given.text('AuthorizationType') ?? 'NONE';
  if (kind === 'NONE') return undefined;
  const authorizer = authorizers.get(given.text('AuthorizerId') ?? '');
  if (kind !== 'CUSTOM' || !authorizer) {
    throw new StartFailure(
      `The method ${id} is authorized by ${kind}; the local gateway supports CUSTOM and NONE.`,
    );
  }
  return authorizer;
};

const integration = (id: string, given: JsonObject | undefined) => {
  if (!isObject(given) || given.Type !== 'AWS_PROXY') {
    throw new StartFailure(
      `The method ${id} is integrated by ${String(given?.Type)}; the local gateway supports AWS_PROXY.`,
    );
  }
  const properties = propertiesOf(id, given);
  const stream = properties.text('ResponseTransferMode') === 'STREAM';
  const uri = properties.requiredText('Uri');
  if (stream !== uri.endsWith('/response-streaming-invocations')) {
    throw new StartFailure(`The method ${id} mixes streamed and buffered invocation.`);
  }
  return {
    functionArn: functionOfUri(id, uri),
    timeoutMs: properties.number('TimeoutInMillis') ?? 29_000,
    stream,
  };
};

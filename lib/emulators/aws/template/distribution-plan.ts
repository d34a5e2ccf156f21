import { StartFailure } from '@scangate/emulator-host/start-failure';
import { propertiesOf, type Properties } from './properties.ts';
import { isObject, type Json, type JsonObject, type Resolver } from './resolve-templates.ts';

/** A distribution of CloudFront. */
export interface DistributionPlan {
  /** In the order in which they are tried; the last one matches every path. */
  behaviors: BehaviorPlan[];
}

export interface BehaviorPlan {
  /** `*` stands for any text, `?` for one character. */
  pattern: string;
  origin: OriginPlan;
  methods: string[];
  /** Whether responses may be cached, and are therefore compressed. */
  caches: boolean;
  compresses: boolean;
  /** The code of the function that handles requests first. */
  functionCode: string | undefined;
  headers: HeaderPlan[];
}

/** A response header that replaces the one of the origin, unless the origin may override it. */
export interface HeaderPlan {
  name: string;
  value: string;
  overrides: boolean;
}

export type OriginPlan =
  | { kind: 'bucket'; bucket: string }
  | { kind: 'api'; apiId: string; path: string; readTimeoutMs: number; headers: Record<string, string> };

/** The managed policies that are supported, by their ids, which are the same in every account. */
const cachePolicies: Readonly<Record<string, { caches: boolean }>> = {
  '4135ea2d-6df8-44a3-9df3-4b5a84be39ad': { caches: false },
  '658327ea-f89d-4fab-a63d-7e88639e58f6': { caches: true },
};
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

const unsupported = (what: string): StartFailure =>
  new StartFailure(
    `The distribution of the templates has ${what}, which the local CloudFront does not support.`,
  );

const objectsIn = (value: Json | undefined): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const originOf = (given: JsonObject): OriginPlan => {
  const properties = propertiesOf('origin', given);
  const domain = properties.requiredText('DomainName');
  const bucket = /^([a-z0-9.-]{3,63})\.s3\.[a-z0-9-]+\.amazonaws\.com$/.exec(domain)?.[1];
  if (bucket !== undefined) {
    if (!properties.text('OriginAccessControlId'))
      throw unsupported('a bucket without origin access control');
    return { kind: 'bucket', bucket };
  }
  const apiId = /^([^.]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/i.exec(domain)?.[1];
  if (apiId === undefined) throw unsupported(`the origin ${domain}`);
  const custom = propertiesOf('origin', properties.object('CustomOriginConfig') ?? {});
  return {
    kind: 'api',
    apiId,
    path: properties.text('OriginPath') ?? '',
    readTimeoutMs: (custom.number('OriginReadTimeout') ?? 30) * 1000,
    headers: Object.fromEntries(
      properties
        .objects('OriginCustomHeaders')
        .map((header) => [String(header.HeaderName), String(header.HeaderValue)]),
    ),
  };
};

/** The CloudFormation names of headers with settings of their own, and the header that each produces. */
const securityHeaders: Readonly<Record<string, (given: Properties) => [name: string, value: string]>> = {
  ContentSecurityPolicy: (given) => ['Content-Security-Policy', given.requiredText('ContentSecurityPolicy')],
  ContentTypeOptions: () => ['X-Content-Type-Options', 'nosniff'],
  FrameOptions: (given) => ['X-Frame-Options', given.requiredText('FrameOption')],
  ReferrerPolicy: (given) => ['Referrer-Policy', given.requiredText('ReferrerPolicy')],
  StrictTransportSecurity: (given) => [
    'Strict-Transport-Security',
    [
      `max-age=${given.number('AccessControlMaxAgeSec')}`,
      ...(given.flag('IncludeSubdomains') ? ['includeSubDomains'] : []),
      ...(given.flag('Preload') ? ['preload'] : []),
    ].join('; '),
  ],
};

const securityHeader = (kind: string, given: Json): HeaderPlan => {
  const read = securityHeaders[kind];
  if (!read || !isObject(given)) throw unsupported(`a policy with ${kind}`);
  const properties = propertiesOf(kind, given);
  const [name, value] = read(properties);
  return { name, value, overrides: properties.flag('Override') };
};

const policyHeaders = (given: JsonObject): HeaderPlan[] => {
  const { Name: _name, Comment: _comment, SecurityHeadersConfig, CustomHeadersConfig, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined) throw unsupported(`a headers policy with ${other}`);
  const security = isObject(SecurityHeadersConfig) ? Object.entries(SecurityHeadersConfig) : [];
  const custom = isObject(CustomHeadersConfig) ? objectsIn(CustomHeadersConfig.Items) : [];
  return [
    ...security.map(([kind, value]) => securityHeader(kind, value)),
    ...custom.map((item) => ({
      name: String(item.Header),
      value: String(item.Value),
      overrides: item.Override === true,
    })),
  ];
};

/** The parts of a distribution that behaviors name by reference. */
interface Parts {
  origins: ReadonlyMap<string, OriginPlan>;
  policies: ReadonlyMap<string, HeaderPlan[]>;
  functions: ReadonlyMap<string, string>;
}

const known = <T>(map: ReadonlyMap<string, T>, name: string): T => {
  const found = map.get(name);
  if (found === undefined) throw unsupported(`a reference to ${name}`);
  return found;
};

const functionOf = (associations: JsonObject[], { functions }: Parts): string | undefined => {
  const [association, another] = associations;
  if (!association) return undefined;
  if (another || association.EventType !== 'viewer-request') throw unsupported('a function of another event');
  return known(functions, String(association.FunctionARN));
};

const behaviorOf = (given: JsonObject, parts: Parts): BehaviorPlan => {
  const properties = propertiesOf('behavior', given);
  const cachePolicy = cachePolicies[properties.requiredText('CachePolicyId')];
  if (!cachePolicy) throw unsupported('a cache policy of its own');
  const origin = known(parts.origins, properties.requiredText('TargetOriginId'));
  if (origin.kind === 'api' && properties.text('OriginRequestPolicyId') !== allViewerExceptHost)
    throw unsupported('an API that does not get what the viewer sent');
  if (properties.objects('LambdaFunctionAssociations').length > 0) throw unsupported('Lambda@Edge');
  const policy = properties.text('ResponseHeadersPolicyId');
  return {
    pattern: properties.text('PathPattern') ?? '*',
    origin,
    methods: properties.texts('AllowedMethods'),
    ...cachePolicy,
    compresses: properties.flag('Compress'),
    functionCode: functionOf(properties.objects('FunctionAssociations'), parts),
    headers: policy === undefined ? [] : known(parts.policies, policy),
  };
};

/** Reads the distribution. @throws StartFailure for a feature that the local CloudFront does not support. */
export const planDistribution = (resolver: Resolver): DistributionPlan | undefined => {
  const [found, another] = resolver.resources('AWS::CloudFront::Distribution');
  if (!found) return undefined;
  if (another)
    throw new StartFailure('The templates hold more than one distribution; the local CloudFront serves one.');
  const config = propertiesOf(found.id, resolver.properties(found)).object('DistributionConfig') ?? {};
  const given = propertiesOf(found.id, config);
  if (given.objects('CustomErrorResponses').length > 0) throw unsupported('error responses of its own');
  const each = <T>(
    type: string,
    read: (properties: Properties, names: { ref: string; arn: string }) => [string, T],
  ) =>
    new Map(
      resolver.resources(type).map((resource) => {
        const { ref, attributes } = resolver.nameOf(resource.stack, resource.id);
        const names = { ref, arn: attributes.FunctionARN ?? '' };
        return read(propertiesOf(resource.id, resolver.properties(resource)), names);
      }),
    );
  const parts: Parts = {
    origins: new Map(given.objects('Origins').map((origin) => [String(origin.Id), originOf(origin)])),
    policies: each('AWS::CloudFront::ResponseHeadersPolicy', (policy, { ref }) => [
      ref,
      policyHeaders(policy.object('ResponseHeadersPolicyConfig') ?? {}),
    ]),
    functions: each('AWS::CloudFront::Function', (fn, { arn }) => [arn, fn.requiredText('FunctionCode')]),
  };
  const ordered = [...given.objects('CacheBehaviors'), given.object('DefaultCacheBehavior') ?? {}];
  return { behaviors: ordered.map((behavior) => behaviorOf(behavior, parts)) };
};

import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  Distribution,
  FunctionEventType,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  S3OriginAccessControl,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type DistributionProps,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { BucketDeployment } from 'aws-cdk-lib/aws-s3-deployment';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type App } from 'aws-cdk-lib/core';
import { distributionSecretHeader } from '#contract/distribution-headers.ts';
import { apiStage, type ApiStack } from '../api/api-stack.ts';
import type { Settings } from '../settings.ts';
import { distributionParameterName } from '../sign-in/sign-in-resources.ts';
import { logAccess } from './access-logs.ts';
import { deployConsole } from './console-deployment.ts';
import { consoleHeaders } from './console-headers.ts';
import { edgeFunction } from './edge-functions.ts';

/** The paths of the API; everything else is a file of the console. */
const apiPaths = [
  '/v1/*',
  '/billing/*',
  '/webhooks/*',
  '/docs*',
  '/.well-known/*',
  '/scim/*',
  '/badges/*',
] as const;

/** A stream of the API is never silent this long: heart-beats come every 20 seconds. */
const readTimeoutSeconds = 60;

interface WebContext {
  settings: Settings;
  api: ApiStack;
  /** The folder that the console was built to. Without one the bucket stays as it is. */
  consoleFiles: string | undefined;
}

/** The web console and the API at one origin: a bucket with files, and the distribution in front of both. */
export class WebStack extends Stack {
  readonly bucket: Bucket;
  readonly distribution: Distribution;
  /** Tells the stack of the issuer the name of the distribution: an export could not go while that imports it. */
  readonly serviceAddress: StringParameter;
  readonly consoleUrl: CfnOutput;
  readonly deployments: readonly BucketDeployment[];

  constructor(app: App, { settings, api, consoleFiles }: WebContext) {
    super(app, `${settings.deploymentName}-web`, {
      description: 'Scangate: the web console, and the distribution in front of it and the API.',
    });
    this.bucket = new Bucket(this, 'Files', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    const toApi = this.apiBehavior(settings, api);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `${settings.deploymentName}: console and API`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      defaultBehavior: this.consoleBehavior(settings),
      additionalBehaviors: Object.fromEntries(apiPaths.map((path) => [path, toApi])),
      ...this.ownName(settings),
    });
    logAccess(this, this.distribution, settings);
    this.deployments =
      consoleFiles === undefined
        ? []
        : deployConsole(this, { bucket: this.bucket, files: consoleFiles }, settings);
    const ownName = `https://${this.distribution.domainName}`;
    this.serviceAddress = new StringParameter(this, 'OwnAddress', {
      parameterName: distributionParameterName(settings),
      description: 'The console and the API at the name of the distribution.',
      stringValue: ownName,
    });
    this.consoleUrl = new CfnOutput(this, 'ConsoleUrl', {
      value: `${ownName}/console/`,
      description: 'The console at the name of the distribution; the target of a DNS record for publicUrl.',
    });
  }

  /** A distribution without a certificate answers at its own name, and decides about TLS itself. */
  private ownName({ certificateArn, publicUrl }: Settings): Partial<DistributionProps> {
    if (certificateArn === '') return {};
    return {
      domainNames: [new URL(publicUrl).hostname],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    };
  }

  private consoleBehavior(settings: Settings): BehaviorOptions {
    const description = 'Gives each page of the console its one document.';
    const paths = edgeFunction(this, { name: 'console-paths', description }, settings);
    return {
      // Without the right to list, S3 answers 403 for a missing file.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessControl: new S3OriginAccessControl(this, 'FilesAccess', {
          // CloudFront's names are those of the account in all regions.
          originAccessControlName: `${settings.deploymentName}-files-${this.region}`,
        }),
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: consoleHeaders(this, settings),
      functionAssociations: [{ function: paths, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  private apiBehavior(settings: Settings, api: ApiStack): BehaviorOptions {
    const { distributionSecret, publicUrl } = settings;
    const hasSecret = distributionSecret !== '';
    const description = 'Tells the API the address of the viewer, and the host that it asked for.';
    const secret = { [distributionSecretHeader]: secretOf(distributionSecret) };
    return {
      origin: new HttpOrigin(`${api.restApi.restApiId}.execute-api.${this.region}.${this.urlSuffix}`, {
        originPath: `/${apiStage}`,
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        readTimeout: Duration.seconds(readTimeoutSeconds),
        ...(hasSecret && { customHeaders: secret }),
      }),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      ...((hasSecret || publicUrl === '') && {
        functionAssociations: [
          {
            function: edgeFunction(this, { name: 'viewer-facts', description }, settings),
            eventType: FunctionEventType.VIEWER_REQUEST,
          },
        ],
      }),
    };
  }
}

/** CloudFormation reads the secret when it deploys; the template has its name only. */
const secretOf = (name: string): string =>
  name === '' ? '' : SecretValue.secretsManager(name).unsafeUnwrap();

/** Makes the stack unless the console is off. */
export const createWebStack = (app: App, context: WebContext): WebStack | undefined =>
  context.settings.console ? new WebStack(app, context) : undefined;

import { CfnBasePathMapping, CfnDomainName, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import * as z from 'zod';
import { hostName } from '../setting-types.ts';
import type { Settings } from '../settings.ts';

/** The settings of the API's own name. */
export const customDomainSettings = {
  apiDomain: hostName.meta({
    description:
      'Host under which clients call the API, such as `api.example.com`, with `apiCertificateArn`. Unset: the name that API Gateway gives. People and the console use `publicUrl`.',
  }),
  apiCertificateArn: z
    .string()
    .regex(/^(?:arn:aws[a-z-]{0,20}:acm:[a-z0-9-]+:\d{12}:certificate\/[0-9a-f-]{36})?$/, {
      message: 'the ARN of a certificate in ACM',
    })
    .default('')
    .meta({ description: 'Certificate for `apiDomain`, in ACM in the region of the deployment.' }),
};

type CustomDomainSettings = z.infer<z.ZodObject<typeof customDomainSettings>> & { publicUrl: string };

/** Checks what the settings of the API's own name mean together. */
export const refineCustomDomain = (
  given: CustomDomainSettings,
  context: z.RefinementCtx<CustomDomainSettings>,
): void => {
  const { apiDomain, apiCertificateArn, publicUrl } = given;
  const wrong = (message: string) => context.addIssue({ code: 'custom', path: ['apiDomain'], message });
  if ((apiDomain === '') !== (apiCertificateArn === '')) wrong('apiDomain and apiCertificateArn go together');
  if (apiDomain !== '' && URL.parse(publicUrl)?.hostname === apiDomain)
    wrong('publicUrl is the host of the console; apiDomain is another one');
};

/** The TLS policy of the API and of its own name. */
export const tlsPolicy = {
  securityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
  endpointAccessMode: 'STRICT',
} as const;

/** The API's own name: paths begin at its root, and whoever changes the API keeps the address. */
export class CustomDomain extends Construct {
  readonly root: CfnBasePathMapping;
  readonly target: CfnOutput;
  readonly hostedZone: CfnOutput;

  constructor(api: RestApi, { apiDomain, apiCertificateArn }: Settings) {
    super(api, 'OwnDomain');
    const domain = new CfnDomainName(this, 'Name', {
      domainName: apiDomain,
      regionalCertificateArn: apiCertificateArn,
      endpointConfiguration: { types: ['REGIONAL'] },
      ...tlsPolicy,
    });
    this.root = new CfnBasePathMapping(this, 'Root', {
      domainName: domain.ref,
      restApiId: api.restApiId,
      stage: api.deploymentStage.stageName,
    });
    this.target = new CfnOutput(this, 'Target', {
      value: domain.attrRegionalDomainName,
      description: 'The target of the DNS record of apiDomain.',
    });
    this.hostedZone = new CfnOutput(this, 'HostedZone', {
      value: domain.attrRegionalHostedZoneId,
      description: 'The hosted zone of that target, for an alias record of Route 53.',
    });
  }
}

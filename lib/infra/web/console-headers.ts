import { HeadersReferrerPolicy, ResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import { Aws, Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';

/** The page takes everything from its own origin, and scripts write no markup. */
const contentSecurityPolicy = [
  "default-src 'none'",
  ...['script', 'style', 'img', 'font', 'connect', 'worker'].map((kind) => `${kind}-src 'self'`),
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types scangate-worker',
].join('; ');

const always = { override: true } as const;
const sameOrigin = (header: string) => ({ header, value: 'same-origin', ...always });

/** The headers of the console's files. Answers of the API have their own (docs/adr/0052-response-headers.md). */
export const consoleHeaders = (scope: Construct, { deploymentName }: Settings): ResponseHeadersPolicy =>
  new ResponseHeadersPolicy(scope, 'ConsoleHeaders', {
    // CloudFront's names are those of the account in all regions.
    responseHeadersPolicyName: `${deploymentName}-console-${Aws.REGION}`,
    comment: 'Headers of the web console of Scangate.',
    securityHeadersBehavior: {
      contentSecurityPolicy: { contentSecurityPolicy, ...always },
      contentTypeOptions: always,
      referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.SAME_ORIGIN, ...always },
      strictTransportSecurity: {
        accessControlMaxAge: Duration.days(730),
        includeSubdomains: true,
        ...always,
      },
    },
    customHeadersBehavior: {
      customHeaders: ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'].map(sameOrigin),
    },
  });

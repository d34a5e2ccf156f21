import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { SecretValue } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { distributionSecretHeader, viewerHeader } from '#contract/distribution-headers.ts';
import type { Settings } from '../settings.ts';
import type { UserPool } from '../sign-in/user-pool.ts';

/** The places that strangers reach: the gateway, and the pages of the user pool, whose rate all people share, too. */
interface Guarded {
  stage: Stage;
  userPool: UserPool | undefined;
}

/** The window over which requests of an address are counted. */
export const windowSeconds = 60;

/** Metrics without samples: a sample would have the credential of its request. */
const visibility = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
});

/** Matches requests with the secret of the distribution. WAF reads it when it deploys; the template has its name only. */
const fromDistribution = (secretName: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { singleHeader: { Name: distributionSecretHeader.toLowerCase() } },
    positionalConstraint: 'EXACTLY',
    searchString: SecretValue.secretsManager(secretName).unsafeUnwrap(),
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
});

const blockAbove = (
  name: string,
  rate: CfnWebACL.RateBasedStatementProperty,
  priority: number,
): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: { rateBasedStatement: rate },
  visibilityConfig: visibility(name),
});

/**
 * Counts by the address at the gateway. An address in a header counts in its place only beside the secret, because anyone
 * can send a header.
 */
const rulesOf = ({ viewerRate, distributionSecret }: Settings): CfnWebACL.RuleProperty[] => {
  const rate = { limit: viewerRate, evaluationWindowSec: windowSeconds };
  const atGateway = { ...rate, aggregateKeyType: 'IP' };
  if (distributionSecret === '') return [blockAbove('ViewerRate', atGateway, 0)];
  const distribution = fromDistribution(distributionSecret);
  const direct = { notStatement: { statement: distribution } };
  const forwarded = {
    ...rate,
    aggregateKeyType: 'FORWARDED_IP',
    forwardedIpConfig: { headerName: viewerHeader, fallbackBehavior: 'MATCH' },
    scopeDownStatement: distribution,
  };
  return [
    blockAbove('ViewerRate', { ...atGateway, scopeDownStatement: direct }, 0),
    blockAbove('ForwardedViewerRate', forwarded, 1),
  ];
};

/**
 * Limits the requests of each viewer address before the gateway counts them, so that a stranger cannot use up the rate
 * that all callers share (docs/adr/0051-viewer-rate.md).
 */
export const attachWebAcl = (scope: Construct, to: Guarded, settings: Settings): CfnWebACL => {
  const acl = new CfnWebACL(scope, 'WebAcl', {
    name: settings.deploymentName,
    description: 'Limits the requests of each viewer address.',
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: rulesOf(settings),
    visibilityConfig: visibility('WebAcl'),
  });
  const attach = (id: string, resourceArn: string) =>
    new CfnWebACLAssociation(scope, id, { resourceArn, webAclArn: acl.attrArn });
  attach('WebAclAssociation', to.stage.stageArn);
  if (to.userPool) attach('UserPoolAssociation', to.userPool.resource.attrArn);
  return acl;
};

import type { IConstruct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { WebStack } from './web-stack.ts';

type Acknowledge = (construct: IConstruct, finding: string, reason: string) => void;

const copier = 'The construct of the CDK that copies the files';

/** The findings about that construct: its function is not ours, and runs while a deployment lasts. */
const copierFindings: Readonly<Record<string, string>> = {
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]': `${copier} logs by the policy that AWS defines for it.`,
  'IAM5[Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*]': `${copier} reads them from the bucket of the bootstrap, whose objects have digests as names.`,
  L1: `${copier} brings a function of its own runtime.`,
};

/** Actions that the construct shortens; all of them are on its source and on the bucket of the console alone. */
const copierActions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'];

/** Acknowledges the findings about the console's stack. */
export const acknowledgeWeb = (web: WebStack, acknowledge: Acknowledge, settings: Settings): void => {
  const { bucket, distribution, deployments } = web;
  acknowledge(bucket, 'S1', 'It holds files for anybody; the distribution in front of it logs who asks.');
  acknowledge(distribution, 'CFR1', 'Customers may be anywhere.');
  acknowledge(
    distribution,
    'CFR2',
    'The API has a web ACL, which counts viewers behind a distribution with a secret; files for anybody need none.',
  );
  acknowledge(
    distribution,
    'CFR3',
    'It logs by a delivery with chosen fields: the log that the rule knows would have queries, which hold credentials.',
  );
  if (settings.certificateArn === '')
    acknowledge(
      distribution,
      'CFR4',
      'At its own name CloudFront decides about TLS; a certificate needs TLS 1.2.',
    );
  if (deployments.length === 0) return;
  for (const [finding, reason] of Object.entries(copierFindings)) acknowledge(web, finding, reason);
  for (const action of copierActions)
    acknowledge(
      web,
      `IAM5[Action::s3:${action}*]`,
      `${copier} reads its source, and writes the bucket of the console.`,
    );
  const files = web.getLogicalId(bucket.node.defaultChild as Parameters<typeof web.getLogicalId>[0]);
  acknowledge(web, `IAM5[Resource::<${files}.Arn>/*]`, `${copier} writes the bucket of the console.`);
};

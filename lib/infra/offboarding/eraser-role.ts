import { ArnPrincipal, PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Aws, Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { areaPrefixes } from '#contract/blob-areas.ts';
import { refusalRows } from '#ports/tables.ts';
import type { SharedResources } from '../iam-statements.ts';

/** The organization that the session of the role is for: its tag, which only the starter sets. */
const organization = '${aws:PrincipalTag/organization}';

const leading = (keys: readonly string[]) => ({
  Null: { 'dynamodb:LeadingKeys': 'false' },
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...keys] },
});

/** Rows of the organization: everything below its id and its parts, its refusals, and the record of its erasure. */
const ownRows = [
  `ORG#${organization}`,
  `ORG#${organization}#*`,
  `${refusalRows}${organization}`,
  `ACCOUNT#${organization}`,
];
const erasedRow = `ERASED#${organization}`;
/** Rows that lie under something else; the code deletes them on the condition that they are the organization's. */
const rowsOutside = ['PERSON#*', 'IDENTITY#*', 'DOMAIN#*', 'BADGE#*', 'COMPONENT#*', 'JOB#purged'];

const tableStatements = ({ Core, Tokens }: SharedResources['tables']): PolicyStatement[] => [
  new PolicyStatement({
    actions: ['dynamodb:Query', 'dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
    resources: [Core.tableArn],
    conditions: leading([...ownRows, ...rowsOutside]),
  }),
  // Index entries that no list names are found by their keys, and nothing else of a row is read.
  new PolicyStatement({
    actions: ['dynamodb:Scan'],
    resources: [Core.tableArn],
    conditions: {
      Null: { 'dynamodb:Attributes': 'false' },
      'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['pk', 'sk'] },
      StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    },
  }),
  new PolicyStatement({
    actions: ['dynamodb:UpdateItem'],
    resources: [Core.tableArn],
    conditions: leading([erasedRow]),
  }),
  new PolicyStatement({
    actions: ['dynamodb:Query'],
    resources: [`${Tokens.tableArn}/index/byOrganization`],
    conditions: leading([organization]),
  }),
  // Keys of tokens are hashes, so that no key says whose a token is; the condition of the deletion does.
  new PolicyStatement({
    actions: ['dynamodb:BatchGetItem', 'dynamodb:DeleteItem'],
    resources: [Tokens.tableArn],
  }),
];

const objectStatements = (bucket: IBucket): PolicyStatement[] => {
  const prefixes = Object.values(areaPrefixes).map((prefix) => `${prefix}${organization}/`);
  return [
    new PolicyStatement({
      actions: ['s3:DeleteObject'],
      resources: prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`)),
    }),
    new PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
    }),
  ];
};

/**
 * The one role that may delete records. Only the function of the erasure assumes it, with the organization as its session
 * tag; the policy reaches what the tag names (docs/adr/0064-erasure.md).
 */
export class EraserRole extends Construct {
  readonly role: Role;

  constructor(
    scope: Construct,
    { name, starter, shared }: { name: string; starter: string; shared: SharedResources },
  ) {
    super(scope, 'Eraser');
    const accountRoot = new ArnPrincipal(`arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:root`);
    this.role = new Role(this, 'Role', {
      roleName: name,
      description: 'Deletes what belongs to the organization of its session tag.',
      maxSessionDuration: Duration.hours(1),
      assumedBy: accountRoot.withSessionTags().withConditions({
        ArnEquals: { 'aws:PrincipalArn': starter },
        Null: { 'aws:RequestTag/organization': 'false' },
        'ForAllValues:StringEquals': { 'aws:TagKeys': ['organization'] },
      }),
      inlinePolicies: {
        erasure: new PolicyDocument({
          statements: [...tableStatements(shared.tables), ...objectStatements(shared.dataBucket)],
        }),
      },
    });
  }
}

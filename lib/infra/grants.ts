import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Aws } from 'aws-cdk-lib/core';
import {
  advisoriesPrefix,
  areaPrefixes,
  environmentOf,
  licensesPrefix,
  type BlobArea,
  type EnvironmentName,
  type Needs,
} from '#contract/capabilities.ts';
import { tables, type TableName } from '#ports/tables.ts';

/** What there is to be granted. The workflow and its artifact check exist later than the rest. */
export interface SharedResources {
  /** Sender of mails; empty where none are sent. */
  mailFrom: string;
  tables: Readonly<Record<TableName, TableV2>>;
  dataBucket: IBucket;
  credentialsKey: IKey;
  allowedSources: string;
  licenseSource: string;
  /** Names of parameters, and where people come back to from paying; empty where no payments are taken. */
  payments: { secretParameter: string; webhookSecretParameter: string; returnUrl: string };
  rechargeWorkflowArn?: string;
  scanWorkflow?: { arn: string; executionsArn: string };
  checkArtifactArn?: string;
}

export interface FunctionGrants {
  statements: PolicyStatement[];
  environment: Partial<Record<EnvironmentName, string>>;
}

type Access = 'read' | 'write' | 'append';

const reading = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const tableActions: Readonly<Record<Access, readonly string[]>> = {
  read: reading,
  append: [...reading, 'dynamodb:PutItem'],
  write: [...reading, 'dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:ConditionCheckItem'],
};

const allow = (actions: readonly string[], resources: string[], conditions?: Record<string, unknown>) =>
  new PolicyStatement({ actions: [...actions], resources, ...(conditions && { conditions }) });

const tableGrant = (estate: SharedResources, name: TableName, access?: Access): PolicyStatement[] => {
  if (!access) return [];
  const arn = estate.tables[name].tableArn;
  const indexes = Object.keys(tables[name].indexes).map((index) => `${arn}/index/${index}`);
  return [allow(tableActions[access], [arn, ...indexes])];
};

interface PrefixAccess {
  read: readonly string[];
  write: readonly string[];
  remove: readonly string[];
}

const underAreas = (names: readonly BlobArea[] = []): string[] => names.map((name) => areaPrefixes[name]);

const prefixesOf = ({ blobs, advisories, licenseSource: licenses }: Needs): PrefixAccess => ({
  read: [
    ...underAreas(blobs?.read),
    ...(advisories ? [advisoriesPrefix] : []),
    ...(licenses ? [licensesPrefix] : []),
  ],
  write: [
    ...underAreas([...(blobs?.write ?? []), ...(blobs?.stream ?? []), ...(blobs?.presign ?? [])]),
    ...(advisories === 'write' ? [advisoriesPrefix] : []),
    ...(licenses ? [licensesPrefix] : []),
  ],
  remove: [...underAreas(blobs?.remove), ...(advisories === 'write' ? [advisoriesPrefix] : [])],
});

const bucketGrants = (bucket: IBucket, access: PrefixAccess): PolicyStatement[] => {
  const objects = (prefixes: readonly string[]) =>
    prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`));
  const grants: PolicyStatement[] = [];
  if (access.read.length > 0) {
    grants.push(allow(['s3:GetObject'], objects(access.read)));
    // Without it S3 answers 403 for a missing key; it compares the key itself with s3:prefix.
    const conditions = { StringLike: { 's3:prefix': access.read.map((prefix) => `${prefix}*`) } };
    grants.push(allow(['s3:ListBucket'], [bucket.bucketArn], conditions));
  }
  if (access.write.length > 0) {
    grants.push(allow(['s3:PutObject', 's3:AbortMultipartUpload'], objects(access.write)));
  }
  if (access.remove.length > 0) grants.push(allow(['s3:DeleteObject'], objects(access.remove)));
  return grants;
};

/** A ciphertext is worth nothing without the organization and repository it was sealed for. */
const boundToRepository = {
  Null: { 'kms:EncryptionContext:organization': 'false', 'kms:EncryptionContext:repository': 'false' },
  'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['organization', 'repository'] },
};

const vaultGrant = (estate: SharedResources, vault: Needs['vault']): PolicyStatement[] => {
  if (!vault) return [];
  const action = vault === 'seal' ? 'kms:Encrypt' : 'kms:Decrypt';
  return [allow([action], [estate.credentialsKey.keyArn], boundToRepository)];
};

const existing = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`${what} is needed before it exists`);
  return value;
};

const workflowGrant = (estate: SharedResources, act: Needs['workflow']): PolicyStatement[] => {
  if (!act) return [];
  const { arn, executionsArn } = existing(estate.scanWorkflow, 'the scan workflow');
  return act === 'start'
    ? [allow(['states:StartExecution'], [arn])]
    : [allow(['states:StopExecution'], [executionsArn])];
};

const rechargeGrant = (estate: SharedResources, act: Needs['recharge']): PolicyStatement[] =>
  act
    ? [allow(['states:StartExecution'], [existing(estate.rechargeWorkflowArn, 'the recharge workflow')])]
    : [];

const artifactCheckGrant = (estate: SharedResources, act: Needs['artifactCheck']): PolicyStatement[] =>
  act ? [allow(['lambda:InvokeFunction'], [existing(estate.checkArtifactArn, 'check-artifact')])] : [];

/** The key of all encrypted parameters opens these alone; SSM seals each bound to its own name. */
const parameterGrant = (name: string): PolicyStatement[] => {
  if (name === '') return [];
  const place = `${Aws.REGION}:${Aws.ACCOUNT_ID}`;
  const parameter = `arn:${Aws.PARTITION}:ssm:${place}:parameter/${name.replace(/^\//, '')}`;
  const throughParameter = {
    StringEquals: {
      'kms:ViaService': `ssm.${Aws.REGION}.${Aws.URL_SUFFIX}`,
      'kms:EncryptionContext:PARAMETER_ARN': parameter,
    },
  };
  return [
    allow(['ssm:GetParameter'], [parameter]),
    allow(['kms:Decrypt'], [`arn:${Aws.PARTITION}:kms:${place}:key/*`], throughParameter),
  ];
};

const paymentGrants = (
  { paymentProvider: till, paymentEvents: tillMessages }: Needs,
  { payments }: SharedResources,
): PolicyStatement[] => [
  ...(till ? parameterGrant(payments.secretParameter) : []),
  ...(tillMessages ? parameterGrant(payments.webhookSecretParameter) : []),
];

/** In the name of this one address, and no other of the domain. */
const mailGrant = ({ mailer }: Needs, { mailFrom }: SharedResources): PolicyStatement[] => {
  if (!mailer || mailFrom === '') return [];
  const identities = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity`;
  const [, domain = ''] = mailFrom.split('@');
  const fromIt = { StringEquals: { 'ses:FromAddress': mailFrom } };
  return [allow(['ses:SendEmail'], [`${identities}/${mailFrom}`, `${identities}/${domain}`], fromIt)];
};

const values: Readonly<Record<EnvironmentName, (estate: SharedResources) => string>> = {
  CORE_TABLE: (estate) => estate.tables.Core.tableName,
  LEDGER_TABLE: (estate) => estate.tables.Ledger.tableName,
  TOKENS_TABLE: (estate) => estate.tables.Tokens.tableName,
  DATA_BUCKET: (estate) => estate.dataBucket.bucketName,
  SCAN_WORKFLOW_ARN: (estate) => existing(estate.scanWorkflow, 'the scan workflow').arn,
  RECHARGE_WORKFLOW_ARN: (estate) => existing(estate.rechargeWorkflowArn, 'the recharge workflow'),
  CHECK_ARTIFACT_FUNCTION: (estate) => existing(estate.checkArtifactArn, 'check-artifact'),
  CREDENTIALS_KEY_ID: (estate) => estate.credentialsKey.keyArn,
  ALLOWED_SOURCES: (estate) => estate.allowedSources,
  LICENSE_SOURCE: (estate) => estate.licenseSource,
  STRIPE_SECRET_PARAMETER: (estate) => estate.payments.secretParameter,
  STRIPE_WEBHOOK_SECRET_PARAMETER: (estate) => estate.payments.webhookSecretParameter,
  BILLING_RETURN_URL: (estate) => estate.payments.returnUrl,
  MAIL_FROM: (estate) => estate.mailFrom,
};

/**
 * What a function declared, as IAM statements and environment: named actions, the least resources, and nothing
 * that deletes a record.
 * @throws Error when it needs something that the stack has not made yet.
 */
export const grantsOf = (needs: Needs, estate: SharedResources): FunctionGrants => ({
  statements: [
    ...tableGrant(estate, 'Core', needs.core),
    ...tableGrant(estate, 'Ledger', needs.ledger),
    ...tableGrant(estate, 'Tokens', needs.tokens),
    ...bucketGrants(estate.dataBucket, prefixesOf(needs)),
    ...vaultGrant(estate, needs.vault),
    ...workflowGrant(estate, needs.workflow),
    ...artifactCheckGrant(estate, needs.artifactCheck),
    ...rechargeGrant(estate, needs.recharge),
    ...paymentGrants(needs, estate),
    ...mailGrant(needs, estate),
  ],
  environment: Object.fromEntries(environmentOf(needs).map((name) => [name, values[name](estate)])),
});

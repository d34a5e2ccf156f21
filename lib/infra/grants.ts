import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Aws } from 'aws-cdk-lib/core';
import type { EnvironmentName } from '#contract/capabilities.ts';
import { environmentOf, grantsOf } from '#contract/capabilities/declared-capabilities.ts';
import type { Grant, GrantedResource } from '#contract/grant.ts';
import type { Needs } from '#contract/needs.ts';
import { invitationRows, ledgerPartitions, refusalRows, tables, type TableName } from '#ports/tables.ts';
import type { SigningKey } from './evidence/signing-keys.ts';

/** The settings of sign-in that functions know. Issuer and client are in a parameter, because their stack comes after those of functions. */
export interface SignInResources {
  /** Name of the parameter with issuer, client and public address; empty where nobody can sign in. */
  parameter: string;
  /** Name of the parameter with the secret of the client; empty for a client without one. */
  secretParameter: string;
  allowedIssuers: string;
  signUp: string;
  signUpDomains: string;
  dnsServers: string;
  organizationRate: number;
  exchangeRate: number;
}

/** The resources that functions of all stacks share. The workflows and the artifact check are created later than the rest. */
export interface SharedResources {
  /** Sender of mails; empty where none are sent. */
  mailFrom: string;
  tables: Readonly<Record<TableName, TableV2>>;
  dataBucket: IBucket;
  credentialsKey: IKey;
  /** Signs seals of the ledger, which lie in the bucket beside it. */
  ledgerKey: IKey;
  fingerprintKey: IKey;
  /** Sign verdicts; the newest first. */
  signingKeys: readonly [SigningKey, ...SigningKey[]];
  ledgerSeals: IBucket;
  allowedSources: string;
  privateHosts: string;
  licenseSource: string;
  /** Names of parameters, and where people return to after paying; empty where no payments are taken. */
  payments: {
    secretParameter: string;
    webhookSecretParameter: string;
    returnUrl: string;
    automaticTax: boolean;
  };
  signIn: SignInResources;
  /** The functions of events know each other, and every stack knows them by their names. */
  eventFunctions: { dispatchArn: string; deliverArn: string };
  rechargeWorkflowArn?: string;
  watchWorkflowArn?: string;
  eraserRoleArn?: string;
  erasureWorkflowArn?: string;
  exportWorkflowArn?: string;
  scanWorkflow?: { arn: string; executionsArn: string };
  checkArtifactArn?: string;
  fetchSourceArn?: string;
  checkSourceArn?: string;
}

export interface FunctionGrants {
  statements: PolicyStatement[];
  environment: Partial<Record<EnvironmentName, string>>;
}

const existing = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`${what} is needed before it exists`);
  return value;
};

/** The resources and conditions of a statement. */
interface Scope {
  arns: string[];
  conditions?: Record<string, unknown>;
}

const tableScope = (shared: SharedResources, name: TableName): Scope => {
  const arn = shared.tables[name].tableArn;
  return { arns: [arn, ...Object.keys(tables[name].indexes).map((index) => `${arn}/index/${index}`)] };
};

/** Limits a statement to rows whose partition key begins so. */
const rowsBeginningWith = (partition: string) => ({
  // A request without keys would meet a condition for all of them.
  Null: { 'dynamodb:LeadingKeys': 'false' },
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${partition}*`] },
});

/** The rows of one kind, so that whoever may add entries cannot touch a seal. */
const ledgerRows = (
  shared: SharedResources,
  record: keyof typeof ledgerPartitions,
  conditions: Record<string, unknown> = {},
): Scope => ({
  arns: [shared.tables.Ledger.tableArn],
  conditions: { ...rowsBeginningWith(ledgerPartitions[record]), ...conditions },
});

const account = `${Aws.REGION}:${Aws.ACCOUNT_ID}`;

const parameterArn = (name: string): string =>
  `arn:${Aws.PARTITION}:ssm:${account}:parameter/${name.replace(/^\//, '')}`;

const parameterScope = (name: string): Scope | undefined =>
  name === '' ? undefined : { arns: [parameterArn(name)] };

/** Any key, but through SSM and for one parameter only: SSM binds each ciphertext to the name of its parameter. */
const parameterKeyScope = (name: string): Scope | undefined =>
  name === ''
    ? undefined
    : {
        arns: [`arn:${Aws.PARTITION}:kms:${account}:key/*`],
        conditions: {
          StringEquals: {
            'kms:ViaService': `ssm.${Aws.REGION}.${Aws.URL_SUFFIX}`,
            'kms:EncryptionContext:PARAMETER_ARN': parameterArn(name),
          },
        },
      };

/** Mails go out in the name of this one address, and of no other in its domain. */
const mailScope = (mailFrom: string): Scope | undefined => {
  if (mailFrom === '') return undefined;
  const identities = `arn:${Aws.PARTITION}:ses:${account}:identity`;
  const [, domain = ''] = mailFrom.split('@');
  return {
    arns: [`${identities}/${mailFrom}`, `${identities}/${domain}`],
    conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
  };
};

type ScopeOf = (shared: SharedResources, prefixes: readonly string[]) => Scope | undefined;

const scopes: Readonly<Record<GrantedResource, ScopeOf>> = {
  coreTable: (shared) => tableScope(shared, 'Core'),
  // The authorizer changes nothing else of an organization: no other row has these attributes alone.
  organizationRates: ({ tables: { Core } }) => ({
    arns: [Core.tableArn],
    conditions: {
      Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ORG#*'] },
      'ForAllValues:StringEquals': {
        'dynamodb:Attributes': ['pk', 'sk', 'requests', 'expiresAt', 'ttl'],
      },
    },
  }),
  ledgerTable: (shared) => tableScope(shared, 'Ledger'),
  // An entry is written beside what it is about, so a put on its own is not ours.
  ledgerEntries: (shared) =>
    ledgerRows(shared, 'ledgerEntry', {
      'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
    }),
  ledgerSealRows: (shared) => ledgerRows(shared, 'ledgerSeal'),
  tokensTable: (shared) => tableScope(shared, 'Tokens'),
  refusalRows: ({ tables: { Core } }) => ({
    arns: [Core.tableArn],
    conditions: rowsBeginningWith(refusalRows),
  }),
  invitationRows: ({ tables: { Tokens } }) => ({
    arns: [Tokens.tableArn],
    conditions: rowsBeginningWith(invitationRows),
  }),
  objects: ({ dataBucket }, prefixes) => ({
    arns: prefixes.map((prefix) => dataBucket.arnForObjects(`${prefix}*`)),
  }),
  // S3 compares a missing key itself with s3:prefix.
  bucketListing: ({ dataBucket }, prefixes) => ({
    arns: [dataBucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': prefixes.map((prefix) => `${prefix}*`) } },
  }),
  scanWorkflow: ({ scanWorkflow }) => ({ arns: [existing(scanWorkflow, 'the scan workflow').arn] }),
  scanWorkflowExecutions: ({ scanWorkflow }) => ({
    arns: [existing(scanWorkflow, 'the scan workflow').executionsArn],
  }),
  rechargeWorkflow: ({ rechargeWorkflowArn }) => ({
    arns: [existing(rechargeWorkflowArn, 'the recharge workflow')],
  }),
  eraserRole: ({ eraserRoleArn }) => ({
    arns: [existing(eraserRoleArn, 'the eraser role')],
    conditions: {
      Null: { 'aws:RequestTag/organization': 'false' },
      'ForAllValues:StringEquals': { 'aws:TagKeys': ['organization'] },
    },
  }),
  erasureWorkflow: ({ erasureWorkflowArn }) => ({
    arns: [existing(erasureWorkflowArn, 'the erasure workflow')],
  }),
  exportWorkflow: ({ exportWorkflowArn }) => ({ arns: [existing(exportWorkflowArn, 'the export workflow')] }),
  watchWorkflow: ({ watchWorkflowArn }) => ({ arns: [existing(watchWorkflowArn, 'the watch workflow')] }),
  checkArtifactFunction: ({ checkArtifactArn }) => ({ arns: [existing(checkArtifactArn, 'check-artifact')] }),
  fetchSourceFunction: ({ fetchSourceArn }) => ({ arns: [existing(fetchSourceArn, 'fetch-source')] }),
  dispatchEventsFunction: ({ eventFunctions }) => ({ arns: [eventFunctions.dispatchArn] }),
  deliverFunction: ({ eventFunctions }) => ({ arns: [eventFunctions.deliverArn] }),
  checkSourceFunction: ({ checkSourceArn }) => ({ arns: [existing(checkSourceArn, 'check-source')] }),
  // A ciphertext is worth nothing without the organization and repository it was sealed for.
  credentialsKey: ({ credentialsKey }) => ({
    arns: [credentialsKey.keyArn],
    conditions: {
      Null: { 'kms:EncryptionContext:organization': 'false', 'kms:EncryptionContext:repository': 'false' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['organization', 'repository'] },
    },
  }),
  ssoSecrets: ({ credentialsKey }) => ({
    arns: [credentialsKey.keyArn],
    conditions: {
      Null: { 'kms:EncryptionContext:organization': 'false' },
      StringEquals: { 'kms:EncryptionContext:purpose': 'sso' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['organization', 'purpose'] },
    },
  }),
  subscriberSecrets: ({ credentialsKey }) => ({
    arns: [credentialsKey.keyArn],
    conditions: {
      Null: { 'kms:EncryptionContext:organization': 'false', 'kms:EncryptionContext:subscriber': 'false' },
      'ForAllValues:StringEquals': { 'kms:EncryptionContextKeys': ['organization', 'subscriber'] },
    },
  }),
  ledgerKey: ({ ledgerKey }) => ({
    arns: [ledgerKey.keyArn],
    conditions: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256' } },
  }),
  signingKey: ({ signingKeys: [{ key }] }) => ({
    arns: [key.keyArn],
    conditions: {
      StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
    },
  }),
  verificationKeys: ({ signingKeys }) => ({ arns: signingKeys.map(({ key }) => key.keyArn) }),
  fingerprintKey: ({ fingerprintKey }) => ({
    arns: [fingerprintKey.keyArn],
    conditions: { StringEquals: { 'kms:MacAlgorithm': 'HMAC_SHA_256' } },
  }),
  ledgerSeals: ({ ledgerSeals }) => ({ arns: [ledgerSeals.arnForObjects('*')] }),
  ledgerSealsListing: ({ ledgerSeals }) => ({ arns: [ledgerSeals.bucketArn] }),
  stripeSecretParameter: ({ payments }) => parameterScope(payments.secretParameter),
  stripeSecretParameterKey: ({ payments }) => parameterKeyScope(payments.secretParameter),
  stripeWebhookSecretParameter: ({ payments }) => parameterScope(payments.webhookSecretParameter),
  stripeWebhookSecretParameterKey: ({ payments }) => parameterKeyScope(payments.webhookSecretParameter),
  signInParameter: ({ signIn }) => parameterScope(signIn.parameter),
  oidcSecretParameter: ({ signIn }) => parameterScope(signIn.secretParameter),
  oidcSecretParameterKey: ({ signIn }) => parameterKeyScope(signIn.secretParameter),
  mailSender: ({ mailFrom }) => mailScope(mailFrom),
};

const environmentValues: Readonly<Record<EnvironmentName, (shared: SharedResources) => string>> = {
  CORE_TABLE: ({ tables: { Core } }) => Core.tableName,
  LEDGER_TABLE: ({ tables: { Ledger } }) => Ledger.tableName,
  TOKENS_TABLE: ({ tables: { Tokens } }) => Tokens.tableName,
  DATA_BUCKET: ({ dataBucket }) => dataBucket.bucketName,
  SCAN_WORKFLOW_ARN: ({ scanWorkflow }) => existing(scanWorkflow, 'the scan workflow').arn,
  RECHARGE_WORKFLOW_ARN: ({ rechargeWorkflowArn }) => existing(rechargeWorkflowArn, 'the recharge workflow'),
  ERASER_ROLE_ARN: ({ eraserRoleArn }) => existing(eraserRoleArn, 'the eraser role'),
  ERASURE_WORKFLOW_ARN: ({ erasureWorkflowArn }) => existing(erasureWorkflowArn, 'the erasure workflow'),
  EXPORT_WORKFLOW_ARN: ({ exportWorkflowArn }) => existing(exportWorkflowArn, 'the export workflow'),
  WATCH_WORKFLOW_ARN: ({ watchWorkflowArn }) => existing(watchWorkflowArn, 'the watch workflow'),
  CHECK_ARTIFACT_FUNCTION: ({ checkArtifactArn }) => existing(checkArtifactArn, 'check-artifact'),
  FETCH_SOURCE_FUNCTION: ({ fetchSourceArn }) => existing(fetchSourceArn, 'fetch-source'),
  CHECK_SOURCE_FUNCTION: ({ checkSourceArn }) => existing(checkSourceArn, 'check-source'),
  DISPATCH_EVENTS_FUNCTION: ({ eventFunctions }) => eventFunctions.dispatchArn,
  DELIVER_FUNCTION: ({ eventFunctions }) => eventFunctions.deliverArn,
  CREDENTIALS_KEY_ID: ({ credentialsKey }) => credentialsKey.keyArn,
  LEDGER_KEY_ID: ({ ledgerKey }) => ledgerKey.keyArn,
  SIGNING_KEY_ID: ({ signingKeys: [{ key }] }) => key.keyArn,
  VERIFICATION_KEYS: ({ signingKeys }) =>
    signingKeys.map(({ key, state }) => `${key.keyArn}=${state}`).join(','),
  FINGERPRINT_KEY_ID: ({ fingerprintKey }) => fingerprintKey.keyArn,
  LEDGER_SEALS_BUCKET: ({ ledgerSeals }) => ledgerSeals.bucketName,
  ALLOWED_SOURCES: ({ allowedSources }) => allowedSources,
  PRIVATE_HOSTS: ({ privateHosts }) => privateHosts,
  LICENSE_SOURCE: ({ licenseSource }) => licenseSource,
  STRIPE_SECRET_PARAMETER: ({ payments }) => payments.secretParameter,
  STRIPE_WEBHOOK_SECRET_PARAMETER: ({ payments }) => payments.webhookSecretParameter,
  BILLING_RETURN_URL: ({ payments }) => payments.returnUrl,
  AUTOMATIC_TAX: ({ payments }) => String(payments.automaticTax),
  SIGN_IN_PARAMETER: ({ signIn }) => signIn.parameter,
  OIDC_SECRET_PARAMETER: ({ signIn }) => signIn.secretParameter,
  ALLOWED_ISSUERS: ({ signIn }) => signIn.allowedIssuers,
  SIGN_UP: ({ signIn }) => signIn.signUp,
  SIGN_UP_DOMAINS: ({ signIn }) => signIn.signUpDomains,
  DNS_SERVERS: ({ signIn }) => signIn.dnsServers,
  ORGANIZATION_RATE: ({ signIn }) => String(signIn.organizationRate),
  EXCHANGE_RATE: ({ signIn }) => String(signIn.exchangeRate),
  MAIL_FROM: ({ mailFrom }) => mailFrom,
};

/** One statement for all prefixes of the same actions. */
const statementsOf = (grants: readonly Grant[], shared: SharedResources): PolicyStatement[] =>
  [...Map.groupBy(grants, ({ resource, actions }) => [resource, ...actions].join(' ')).values()].flatMap(
    (group) => {
      const [{ resource, actions }] = group as [Grant, ...Grant[]];
      const scope = scopes[resource](shared, [...new Set(group.flatMap(({ prefix }) => prefix ?? []))]);
      if (!scope) return [];
      const { arns, conditions } = scope;
      return [
        new PolicyStatement({ actions: [...actions], resources: arns, ...(conditions && { conditions }) }),
      ];
    },
  );

/**
 * The IAM statements and the environment of what a function declares: named actions on the least resources, and
 * nothing that deletes a record.
 * @throws Error when it needs something that no stack has created yet.
 */
export const functionGrants = (needs: Needs, shared: SharedResources): FunctionGrants => ({
  statements: statementsOf(grantsOf(needs), shared),
  environment: Object.fromEntries(
    environmentOf(needs).map((name) => [name, environmentValues[name](shared)]),
  ),
});

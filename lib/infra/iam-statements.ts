import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Aws } from 'aws-cdk-lib/core';
import type { EnvironmentName } from '#contract/permissions.ts';
import { environmentOf, grantsOf } from '#contract/permissions/declared-permissions.ts';
import type { IamGrant, GrantedResource } from '#contract/permissions/iam-grant.ts';
import { forgottenPeople } from '@scangate/domain/offboarding/forgotten-person';
import type { Needs } from '#contract/needs.ts';
import {
  invitationRows,
  ledgerPartitions,
  linkRows,
  deviceRows,
  refusalRows,
  tables,
  type TableName,
} from '#ports/tables.ts';
import { environmentValues } from './resources/environment-values.ts';
import { existing, type SharedResources } from './resources/service-resources.ts';

export type { SharedResources } from './resources/service-resources.ts';

export interface FunctionGrants {
  statements: PolicyStatement[];
  environment: Partial<Record<EnvironmentName, string>>;
}

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
  linkRows: ({ tables: { Tokens } }) => ({
    arns: [Tokens.tableArn],
    conditions: rowsBeginningWith(linkRows),
  }),
  deviceRows: ({ tables: { Tokens } }) => ({
    arns: [Tokens.tableArn],
    conditions: rowsBeginningWith(deviceRows),
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
  auditorPackWorkflow: ({ auditorPackWorkflowArn }) => ({
    arns: [existing(auditorPackWorkflowArn, 'the auditor pack workflow')],
  }),
  historyWorkflow: ({ historyWorkflowArn }) => ({
    arns: [existing(historyWorkflowArn, 'the history workflow')],
  }),
  readHistoryFunction: ({ readHistoryArn }) => ({ arns: [existing(readHistoryArn, 'read-history')] }),
  watchWorkflow: ({ watchWorkflowArn }) => ({ arns: [existing(watchWorkflowArn, 'the watch workflow')] }),
  tryRulesFunction: ({ tryRulesArn }) => ({ arns: [existing(tryRulesArn, 'try-rules')] }),
  checkArtifactFunction: ({ checkArtifactArn }) => ({ arns: [existing(checkArtifactArn, 'check-artifact')] }),
  fetchSourceFunctions: ({ fetchSourceArns }) => ({
    arns: Object.values(existing(fetchSourceArns, 'fetch-source')),
  }),
  scanTaskFunctions: ({ scanTasks }) => {
    const { scanSmallUnitsArn, compareBaseArn, trackDefaultBranchArn } = existing(
      scanTasks,
      'the tasks of scans',
    );
    return { arns: [scanSmallUnitsArn, compareBaseArn, trackDefaultBranchArn] };
  },
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
  forgottenPeople: ({ ledgerSeals }) => ({ arns: [ledgerSeals.arnForObjects(`${forgottenPeople}*`)] }),
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

/** One statement for all prefixes of the same actions. */
const statementsOf = (grants: readonly IamGrant[], shared: SharedResources): PolicyStatement[] =>
  [...Map.groupBy(grants, ({ resource, actions }) => [resource, ...actions].join(' ')).values()].flatMap(
    (group) => {
      const [{ resource, actions }] = group as [IamGrant, ...IamGrant[]];
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

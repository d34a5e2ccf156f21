import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import type { TableName } from '#ports/tables.ts';
import type { SigningKey } from '../evidence/signing-keys.ts';

/** The settings of sign-in that functions know. Issuer and client are in a parameter, because their stack comes after those of functions. */
export interface SignInResources {
  /** Name of the parameter with issuer, client and public address; empty where nobody can sign in. */
  parameter: string;
  /** Name of the parameter with the secret of the client; empty for a client without one. */
  secretParameter: string;
  allowedIssuers: string;
  signUp: string;
  signUpDomains: string;
  /** Whether the deployment has the console. */
  console: boolean;
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
  /** The most active scans of an organization. */
  activeScans: number;
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
  auditorPackWorkflowArn?: string;
  historyWorkflowArn?: string;
  readHistoryArn?: string;
  scanWorkflow?: { arn: string; executionsArn: string };
  checkArtifactArn?: string;
  tryRulesArn?: string;
  /** The functions that fetch a commit of any size, and a small one. */
  fetchSourceArns?: { any: string; small: string };
  /** The functions of tasks that a short scan does not leave to the workflow. */
  scanTasks?: { scanSmallUnitsArn: string; compareBaseArn: string; trackDefaultBranchArn: string };
  checkSourceArn?: string;
}

/** @throws Error for what no stack has created yet. */
export const existing = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`${what} is needed before it exists`);
  return value;
};

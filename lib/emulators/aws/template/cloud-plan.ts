import type { ApiPlan } from './api-plan.ts';
import type { DistributionPlan } from './distribution-plan.ts';
import type { JsonObject } from './resolve-templates.ts';

/** The resources of the templates that the local cloud emulates. */
export interface CloudPlan {
  tables: TablePlan[];
  functions: FunctionPlan[];
  api: ApiPlan | undefined;
  distribution: DistributionPlan | undefined;
  stateMachines: StateMachinePlan[];
  rules: RulePlan[];
  buckets: BucketPlan[];
  keys: KeyPlan[];
}

export interface KeyPlan {
  keyId: string;
  arn: string;
  aliases: string[];
  /** Whether it signs instead of encrypting. */
  signs?: boolean;
  /** Whether it makes authentication codes instead of encrypting. */
  makesCodes?: boolean;
}

export interface TablePlan {
  name: string;
  attributes: { name: string; type: string }[];
  keys: IndexKey[];
  indexes: { name: string; keys: IndexKey[]; projection: JsonObject }[];
}
interface IndexKey {
  name: string;
  type: string;
}

export interface FunctionPlan {
  /** Physical name. */
  name: string;
  arn: string;
  /** Names of its aliases, by which it is invoked too. */
  aliases: string[];
  /** Name of the bundle, which is the S3 key of the Code. */
  bundle: string;
  /** Name of the exported handler. */
  exported: string;
  timeoutSeconds: number;
  memoryMb: number;
  environment: Record<string, string>;
  /** Concurrent events; more are throttled. */
  reservedConcurrency: number | undefined;
  /** Retries of an asynchronous invocation that failed. */
  asyncRetries: number;
}

/** Returns the ARNs by which a function is invoked: its own, and those of its aliases. */
export const arnsOf = ({ arn, aliases }: Pick<FunctionPlan, 'arn' | 'aliases'>): string[] => [
  arn,
  ...aliases.map((alias) => `${arn}:${alias}`),
];

export interface StateMachinePlan {
  name: string;
  arn: string;
  /** The names of its aliases, all of which refer to this definition. */
  aliases: string[];
  definition: string;
}

export interface RulePlan {
  name: string;
  arn: string;
  /** The expression of a schedule: rate(…) or cron(…). */
  schedule: string | undefined;
  pattern: JsonObject | undefined;
  targets: { functionArn: string; input: string | undefined }[];
}

export interface BucketPlan {
  name: string;
  /** Lifecycle rules: objects under the prefix expire after this many days. */
  expiry: { prefix: string; days: number }[];
  /** Object Lock: objects cannot be replaced or deleted. */
  locked?: boolean;
}

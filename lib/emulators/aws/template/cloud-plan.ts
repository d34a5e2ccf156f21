import type { ApiPlan } from './api-plan.ts';
import type { JsonObject } from './resolve-templates.ts';

/** What the templates declare, as far as it does something on one machine. */
export interface CloudPlan {
  tables: TablePlan[];
  functions: FunctionPlan[];
  api: ApiPlan | undefined;
  stateMachines: StateMachinePlan[];
  rules: RulePlan[];
  buckets: BucketPlan[];
  keys: { keyId: string; arn: string; aliases: string[] }[];
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
  /** Name of its bundle: the Code's S3 key. */
  bundle: string;
  /** Name of the exported handler. */
  exported: string;
  timeoutSeconds: number;
  memoryMb: number;
  environment: Record<string, string>;
  /** Events at once; more are throttled. */
  reservedConcurrency: number | undefined;
  /** Further attempts of an asynchronous invocation that failed. */
  asyncRetries: number;
}

export interface StateMachinePlan {
  name: string;
  arn: string;
  definition: string;
}

export interface RulePlan {
  name: string;
  arn: string;
  /** Of a schedule: rate(…) or cron(…). */
  schedule: string | undefined;
  pattern: JsonObject | undefined;
  targets: { functionArn: string; input: string | undefined }[];
}

export interface BucketPlan {
  name: string;
  /** Lifecycle: objects under the prefix are removed after so many days. */
  expiry: { prefix: string; days: number }[];
}

import { join } from 'node:path';
import type { Activity } from '@scangate/emulator-host/activity';
import { ServiceError } from '../protocol/aws-json.ts';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { localCredentials } from '../s3/signature.ts';
import { arnsOf, type FunctionPlan } from '../template/cloud-plan.ts';
import { emulatedAccount } from '../template/resolve-templates.ts';
import type { FaultInjector } from '@scangate/emulator-host/fault-injector';
import { openPool, type InvocationResult, type Pool, type ResponseSink } from './worker-pool.ts';

/** Lambda's limits of an event or result, and of an event for an asynchronous invocation. */
export const payloadLimitBytes = 6_291_456;
const laterLimitBytes = 1_048_576;

export interface Functions {
  /** @throws ServiceError when the function does not exist, the event is too large, or the function is throttled. */
  readonly invoke: (function_: string, event: string) => Promise<InvocationResult>;
  /** Writes the response to the sink, whether the handler streams or not. */
  invokeStreamed(function_: string, event: string, sink: ResponseSink): Promise<InvocationResult>;
  /** Invokes asynchronously, with Lambda's retries. Returns once the event is accepted. */
  invokeAsync(function_: string, event: string): void;
  /** @returns whether a function has this name or ARN. */
  readonly has: (function_: string) => boolean;
  /** Number of workers at present. */
  workers(): number;
  close(): Promise<void>;
}

export interface FunctionsOptions {
  plans: readonly FunctionPlan[];
  bundles: string;
  /** Folder of compiled code, which workers use and add to. It need not exist. */
  compiled: string;
  folder: DataFolder;
  clock: Clock;
  activity: Activity;
  faults: FaultInjector;
  /** AWS_ENDPOINT_URL_… of the local services; read when a function first starts. */
  endpoints: Record<string, string>;
  /** Environment of every function beside the template's. */
  extraEnvironment?: Record<string, string>;
  /** ARNs of functions with streamed responses. */
  streaming: ReadonlySet<string>;
  /** Concurrent workers of one function. */
  poolSize: (streams: boolean) => number;
  idleMs: number;
  /** Workers of all functions together until idle ones are retired; each takes about 40 MB. */
  workerLimit: number;
  report: (error: unknown) => void;
}

/** Delays between the attempts of an asynchronous invocation: one minute, then two. */
const laterDelaysMs = [60_000, 120_000];

const tooLarge = (bytes: number, limit: number) =>
  new ServiceError(
    'RequestTooLargeException',
    `Request must be smaller than ${limit} bytes for the InvokeFunction operation; it has ${bytes}.`,
    { status: 413 },
  );

const answerTooLarge: InvocationResult = {
  failed: true,
  payload: JSON.stringify({
    errorType: 'Function.ResponseSizeTooLarge',
    errorMessage: `Response payload size exceeded maximum allowed payload size (${payloadLimitBytes} bytes).`,
  }),
};

const throttled = () => new ServiceError('TooManyRequestsException', 'Rate Exceeded.', { status: 429 });
const lost = () =>
  new ServiceError('ServiceException', 'The function did not answer. (injected)', { status: 500 });

class TemplateFunctions implements Functions {
  private readonly options: FunctionsOptions;
  private readonly pools = new Map<FunctionPlan, Pool>();
  private readonly byName: Map<string, FunctionPlan>;

  constructor(options: FunctionsOptions) {
    this.options = options;
    this.byName = new Map(
      options.plans.flatMap((plan) => namesOf(plan).map((name) => [name, plan] as const)),
    );
  }

  readonly has = (name: string): boolean => this.byName.has(name);

  readonly workers = (): number => [...this.pools.values()].reduce((sum, pool) => sum + pool.workers, 0);

  readonly invoke = async (name: string, event: string): Promise<InvocationResult> => {
    const chunks: Uint8Array[] = [];
    const outcome = await this.run(this.find(name), event, async (bytes) => void chunks.push(bytes));
    const streamed = !outcome.failed && outcome.payload === '';
    const payload = streamed ? Buffer.concat(chunks).toString('utf8') : outcome.payload;
    return Buffer.byteLength(payload) <= payloadLimitBytes ? { ...outcome, payload } : answerTooLarge;
  };

  readonly invokeStreamed = async (
    name: string,
    event: string,
    sink: ResponseSink,
  ): Promise<InvocationResult> => {
    const outcome = await this.run(this.find(name), event, sink);
    if (!outcome.failed && outcome.payload !== '') await sink(Buffer.from(outcome.payload, 'utf8'));
    return outcome;
  };

  readonly invokeAsync = (name: string, event: string): void => {
    const plan = this.find(name);
    const bytes = Buffer.byteLength(event);
    if (bytes > laterLimitBytes) throw tooLarge(bytes, laterLimitBytes);
    void this.later(plan, event, 0);
  };

  readonly close = async (): Promise<void> => {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  };

  private find(name: string): FunctionPlan {
    const plan = this.byName.get(name);
    if (!plan)
      throw new ServiceError('ResourceNotFoundException', `Function not found: ${name}`, { status: 404 });
    return plan;
  }

  /**
   * Stops the worker that has been unused for the longest time: what every request needs, such as the authorizer,
   * stays.
   */
  private readonly makeRoom = (): void => {
    if (this.workers() < this.options.workerLimit) return;
    let longest: Pool | undefined;
    for (const pool of this.pools.values())
      if (pool.idleSince !== undefined && pool.idleSince < (longest?.idleSince ?? Infinity)) longest = pool;
    longest?.retireIdle();
  };

  private poolOf(plan: FunctionPlan): Pool {
    const found = this.pools.get(plan);
    if (found) return found;
    const pool = openPool({ ...poolOptions(this.options, plan), makeRoom: this.makeRoom });
    this.pools.set(plan, pool);
    return pool;
  }

  private async run(plan: FunctionPlan, event: string, sink: ResponseSink): Promise<InvocationResult> {
    const bytes = Buffer.byteLength(event);
    const fault = this.options.faults.intercept('lambda', plan.bundle, bytes);
    if (bytes > payloadLimitBytes) throw tooLarge(bytes, payloadLimitBytes);
    const pool = this.poolOf(plan);
    const full = plan.reservedConcurrency !== undefined && pool.busy >= plan.reservedConcurrency;
    if (full || fault === 'throttle') throw throttled();
    if (fault === 'error') throw lost();
    const outcome = await pool.run(event, sink);
    if (fault) throw lost();
    return outcome;
  }

  private later(plan: FunctionPlan, event: string, number: number): Promise<void> {
    const end = this.options.activity.begin(`function ${plan.bundle}`);
    return this.attempt(plan, event, number).finally(end);
  }

  private async attempt(plan: FunctionPlan, event: string, number: number): Promise<void> {
    const { clock, report } = this.options;
    const failed = await this.invoke(plan.name, event).then(
      (outcome) => outcome.failed,
      (error: unknown) => {
        report(error);
        return true;
      },
    );
    if (failed && number < plan.asyncRetries) {
      const dueAt = clock.now() + (laterDelaysMs[number] ?? 120_000);
      clock.at(dueAt, () => this.later(plan, event, number + 1));
    }
  }
}

/** The names and ARNs by which a function is invoked, its aliases included. */
const namesOf = (plan: FunctionPlan): string[] => [
  plan.name,
  ...plan.aliases.map((alias) => `${plan.name}:${alias}`),
  ...arnsOf(plan),
];

/** Opens all functions of the template, each with its own pool of workers. */
export const openFunctions = (options: FunctionsOptions): Functions => new TemplateFunctions(options);

const poolOptions = (options: FunctionsOptions, plan: FunctionPlan) => ({
  plan,
  bundle: join(options.bundles, `${plan.bundle}.cjs`),
  compiled: options.compiled,
  environment: environmentOf(options, plan),
  clock: options.clock.shared,
  logFile: options.folder.within('logs', `${plan.bundle}.log`),
  size: Math.min(
    options.poolSize(arnsOf(plan).some((arn) => options.streaming.has(arn))),
    plan.reservedConcurrency ?? Infinity,
  ),
  idleMs: options.idleMs,
});

/** Builds a function's environment from Lambda's variables and the template; it holds nothing of this machine's. */
const environmentOf = (options: FunctionsOptions, plan: FunctionPlan): Record<string, string> => {
  const tmp = options.folder.folder('tmp', plan.bundle);
  return {
    AWS_REGION: emulatedAccount.region,
    AWS_DEFAULT_REGION: emulatedAccount.region,
    AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(tmp, 'no-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(tmp, 'no-credentials'),
    AWS_LAMBDA_FUNCTION_NAME: plan.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(plan.memoryMb),
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${plan.name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: 'local',
    TZ: 'UTC',
    TMPDIR: tmp,
    TEMP: tmp,
    ...options.endpoints,
    ...plan.environment,
    ...options.extraEnvironment,
  };
};

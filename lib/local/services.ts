import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { stripeClient } from '../adapters/stripe/client.ts';
import { setUpStripe } from '../adapters/stripe/setup.ts';
import type { Activity } from './activity.ts';
import type { ServiceContext } from './aws-json.ts';
import type { Clock } from './clock.ts';
import type { DataFolder } from './data-folder.ts';
import { startDynamoDbFront } from './dynamodb-front.ts';
import type { Database } from './dynamodb.ts';
import { openBus, type Bus } from './events/bus.ts';
import { openFunctions, type Functions } from './functions.ts';
import type { LocalServer } from './http.ts';
import { startKms } from './kms.ts';
import { startLambda } from './lambda.ts';
import { startLifecycle } from './s3/lifecycle.ts';
import { startS3 } from './s3/service.ts';
import { localCredentials } from './s3/signature.ts';
import { startSes, type Mail } from './ses.ts';
import { openExecutions, type Executions } from './sfn/executions.ts';
import type { Execution } from './sfn/journal.ts';
import { startSfn } from './sfn/service.ts';
import { startSsm } from './ssm.ts';
import type { StripeControl } from './stripe/control.ts';
import { startStripe } from './stripe/service.ts';
import { tillParameters } from './synthesize.ts';
import type { CloudPlan, MachinePlan, RulePlan } from './template/plan.ts';
import { place } from './template/resolve.ts';
import type { Service, Traffic } from './traffic.ts';

export interface Services {
  functions: Functions;
  /** For SDK clients outside of functions. */
  environment: Record<string, string>;
  inbox(): Mail[];
  findExecution(name: string): Execution | undefined;
  stripe: StripeControl;
  /** Goes on with what was interrupted, and starts the schedules. */
  begin(): void;
  close(): Promise<void>;
}

export interface ServicesOptions {
  options: {
    environment?: Record<string, string>;
    workersPerFunction?: number;
    workerIdleMs?: number;
    unscheduled?: readonly string[];
  };
  folder: DataFolder;
  activity: Activity;
  clock: Clock;
  traffic: Traffic;
  database: Database;
  plan: CloudPlan;
  /** Where the gateway is. */
  apiUrl: string;
  report: (error: unknown) => void;
}

const isPort = (value: unknown): value is { s3: number } =>
  typeof value === 'object' && value !== null && 's3' in value && Number.isInteger(value.s3);

/** Starts the services the functions talk to, then the functions, then what drives them. */
export const openServices = async (given: ServicesOptions): Promise<Services> => {
  const { folder, clock, traffic, plan, report } = given;
  const context: ServiceContext = { traffic, now: clock.now, report };
  const port = folder.readJson('ports.json', isPort)?.s3;
  const parameters = new Map<string, string>();
  const [dynamodb, s3, kms, ses, ssm, stripe] = await Promise.all([
    startDynamoDbFront(given.database, plan.tables, context),
    startS3(plan.buckets, join(folder.path, 's3'), context, { port }),
    startKms(plan.keys, folder, context),
    startSes(folder, context),
    startSsm(parameters, context),
    startStripe(given),
  ]);
  await setUpStripe(stripeClient(stripe.secretKey, stripe.url), { currency: 'eur' });
  parameters.set(tillParameters.secretKey, stripe.secretKey);
  parameters.set(tillParameters.webhookSecret, stripe.webhookSecret);
  folder.writeJson('ports.json', { s3: s3.port });
  startLifecycle(plan.buckets, s3.store, clock);

  // Read when a function first starts, which is after all services have.
  const endpoints: Record<string, string> = {};
  const functions = openFunctions({
    ...given,
    ...poolSettings(given.options),
    plans: plan.functions,
    streaming: new Set(plan.api?.routes.filter((route) => route.stream).map((route) => route.functionArn)),
    bundles: join(folder.path, 'bundles'),
    endpoints,
  });
  const bus = openBus({ ...given, rules: scheduledRules(given), functions });
  const machines = plan.machines.map((machine) => openMachine(given, machine, functions, bus));
  const [lambda, sfn] = await Promise.all([startLambda(functions, context), startSfn(machines, context)]);
  const servers = { dynamodb, s3, kms, ses, ssm, lambda, sfn };
  Object.assign(endpoints, endpointsOf(servers), { STRIPE_API_BASE: stripe.url });

  return {
    functions,
    environment: { ...credentialsEnvironment, ...endpoints },
    inbox: ses.inbox,
    findExecution: (name) => machines.map((machine) => machine.find(name)).find((one) => one !== undefined),
    stripe: stripe.control,
    begin: () => {
      stripe.resume();
      for (const machine of machines) machine.resume();
      bus.start();
    },
    close: async () => {
      for (const machine of machines) machine.close();
      await functions.close();
      await Promise.all([...Object.values(servers), stripe].map((server) => server.close()));
    },
  };
};

const scheduledRules = ({ plan, options: { unscheduled = [] } }: ServicesOptions): RulePlan[] => {
  const left = new Set(
    plan.functions.filter(({ bundle }) => unscheduled.includes(bundle)).map(({ arn }) => arn),
  );
  return plan.rules.filter(({ targets }) => !targets.some(({ functionArn }) => left.has(functionArn)));
};

const credentialsEnvironment = {
  AWS_REGION: place.region,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
};

const endpointsOf = (servers: Record<Exclude<Service, 'stripe'>, LocalServer>) =>
  Object.fromEntries(
    Object.entries(servers).map(([service, { url }]) => [`AWS_ENDPOINT_URL_${service.toUpperCase()}`, url]),
  );

const workersPerFunction = 8;
const streamedAtOnce = 3;
const workerIdleMs = 60_000;
const workerLimit = 24;

/** A waiter holds its worker all the time it waits, so functions that stream get more. */
const poolSettings = ({
  environment,
  workerIdleMs: idle,
  workersPerFunction: size,
}: ServicesOptions['options']) => ({
  extraEnvironment: environment,
  idleMs: idle ?? workerIdleMs,
  workerLimit,
  sizeOf: (streams: boolean) => (size ?? workersPerFunction) * (streams ? streamedAtOnce : 1),
});

/** A number from 0 up to 1. */
const random = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

const openMachine = (
  { folder, clock, activity }: ServicesOptions,
  plan: MachinePlan,
  functions: Functions,
  bus: Bus,
): Executions =>
  openExecutions({
    plan,
    folder,
    clock,
    activity,
    random,
    isFunction: functions.has,
    invoke: functions.invoke,
    changed: (execution) =>
      bus.emit('aws.states', 'Step Functions Execution Status Change', [execution.executionArn], {
        executionArn: execution.executionArn,
        stateMachineArn: execution.machineArn,
        name: execution.name,
        status: execution.status,
        startDate: execution.startedAt,
        stopDate: execution.endedAt ?? null,
        input: execution.input,
        output: execution.output ?? null,
        error: execution.error ?? null,
        cause: execution.cause ?? null,
      }),
  });

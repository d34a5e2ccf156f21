import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { stripeClient } from '#adapters/stripe/client.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import type { Activity } from '@scangate/emulator-host/activity';
import type { ServiceContext } from '@scangate/emulator-aws/protocol/aws-json';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import { startDynamoDb } from '@scangate/emulator-aws/dynamodb/service';
import type { Database } from '@scangate/emulator-aws/dynamodb/database';
import { openEventBus, type EventBus } from '@scangate/emulator-aws/events/event-bus';
import { openFunctions, type Functions } from '@scangate/emulator-aws/lambda/functions';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { startLambda } from '@scangate/emulator-aws/lambda/service';
import { startLifecycle } from '@scangate/emulator-aws/s3/lifecycle';
import { startS3 } from '@scangate/emulator-aws/s3/service';
import { localCredentials } from '@scangate/emulator-aws/s3/signature';
import { startSes, type Mail } from '@scangate/emulator-aws/ses/service';
import { openExecutions, type Executions } from '@scangate/emulator-aws/step-functions/executions';
import type { Execution } from '@scangate/emulator-aws/step-functions/execution-journal';
import { startSfn } from '@scangate/emulator-aws/step-functions/service';
import { startSsm } from '@scangate/emulator-aws/ssm/service';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { startStripe } from './stripe-service.ts';
import { stripeParameters } from './synthesize.ts';
import type { CloudPlan, StateMachinePlan, RulePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { emulatedAccount } from '@scangate/emulator-aws/template/resolve-templates';
import type { ServiceName, FaultInjector } from '@scangate/emulator-host/fault-injector';

export interface Services {
  functions: Functions;
  /** For SDK clients outside of functions. */
  environment: Record<string, string>;
  inbox(): Mail[];
  findExecution(name: string): Execution | undefined;
  stripe: StripeControl;
  /** Goes on with what was interrupted, and starts the schedules. */
  resume(): void;
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
  faults: FaultInjector;
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
  const { folder, clock, faults, plan, report } = given;
  const context: ServiceContext = { faults, now: clock.now, report };
  const port = folder.readJson('ports.json', isPort)?.s3;
  const parameters = new Map<string, string>();
  const [dynamodb, s3, kms, ses, ssm, stripe] = await Promise.all([
    startDynamoDb(given.database, plan.tables, context),
    startS3(plan.buckets, join(folder.path, 's3'), context, { port }),
    startKms(plan.keys, folder, context),
    startSes(folder, context),
    startSsm(parameters, context),
    startStripe(given),
  ]);
  await setUpStripe(stripeClient(stripe.secretKey, stripe.url), { currency: 'eur' });
  parameters.set(stripeParameters.secretKey, stripe.secretKey);
  parameters.set(stripeParameters.webhookSecret, stripe.webhookSecret);
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
  const bus = openEventBus({ ...given, rules: scheduledRules(given), functions });
  const machines = plan.stateMachines.map((machine) => openMachine(given, machine, functions, bus));
  const [lambda, sfn] = await Promise.all([startLambda(functions, context), startSfn(machines, context)]);
  const servers = { dynamodb, s3, kms, ses, ssm, lambda, sfn };
  Object.assign(endpoints, endpointsOf(servers), { STRIPE_API_BASE: stripe.url });

  return {
    functions,
    environment: { ...credentialsEnvironment, ...endpoints },
    inbox: ses.inbox,
    findExecution: (name) => machines.map((machine) => machine.find(name)).find((one) => one !== undefined),
    stripe: stripe.control,
    resume: () => {
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
  AWS_REGION: emulatedAccount.region,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
};

const endpointsOf = (servers: Record<Exclude<ServiceName, 'stripe'>, LocalServer>) =>
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
  poolSize: (streams: boolean) => (size ?? workersPerFunction) * (streams ? streamedAtOnce : 1),
});

/** A number from 0 up to 1. */
const random = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

const openMachine = (
  { folder, clock, activity }: ServicesOptions,
  plan: StateMachinePlan,
  functions: Functions,
  bus: EventBus,
): Executions =>
  openExecutions({
    plan,
    folder,
    clock,
    activity,
    random,
    isFunction: functions.has,
    invoke: functions.invoke,
    onStatusChanged: (execution) =>
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

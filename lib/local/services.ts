import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { billingPageOf } from '#infra/web/console-files.ts';
import { stripeClient } from '#adapters/stripe/client.ts';
import { setUpStripe } from '#adapters/stripe/setup.ts';
import { bucketObjects } from './data-folder-objects.ts';
import { createLocalCoupons } from './local-coupons.ts';
import type { Database } from '@scangate/emulator-aws/dynamodb/database-process';
import { startDynamoDb } from '@scangate/emulator-aws/dynamodb/service';
import { openEventBus, type EventBus } from '@scangate/emulator-aws/events/event-bus';
import { startKms } from '@scangate/emulator-aws/kms/service';
import { openFunctions, type Functions } from '@scangate/emulator-aws/lambda/functions';
import { startLambda } from '@scangate/emulator-aws/lambda/service';
import type { ServiceContext } from '@scangate/emulator-aws/protocol/aws-json';
import { startLifecycle } from '@scangate/emulator-aws/s3/lifecycle';
import { startS3 } from '@scangate/emulator-aws/s3/service';
import { localCredentials } from '@scangate/emulator-aws/s3/signature';
import { startSes, type Mail } from '@scangate/emulator-aws/ses/service';
import { startSsm } from '@scangate/emulator-aws/ssm/service';
import { startSts } from '@scangate/emulator-aws/sts/service';
import type { Execution } from '@scangate/emulator-aws/step-functions/execution-journal';
import { openExecutions, type Executions } from '@scangate/emulator-aws/step-functions/executions';
import { startSfn } from '@scangate/emulator-aws/step-functions/service';
import {
  arnsOf,
  type CloudPlan,
  type FunctionPlan,
  type RulePlan,
  type StateMachinePlan,
} from '@scangate/emulator-aws/template/cloud-plan';
import { emulatedAccount } from '@scangate/emulator-aws/template/resolve-templates';
import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { DataFolder } from '@scangate/emulator-host/data-folder';
import type { FaultInjector, ProviderServiceName, ServiceName } from '@scangate/emulator-host/fault-injector';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { openProviders, type ProvidersControl } from '@scangate/emulator-providers/open-providers';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { secretReads } from './integrations/secret-reads.ts';
import { startIdentity, type IdentityService } from './identity/identity-service.ts';
import { startStripe } from './stripe-service.ts';
import { signInParameters, stripeParameters } from './synthesize.ts';

export interface Services {
  functions: Functions;
  /** Environment of SDK clients outside of functions. */
  environment: Record<string, string>;
  inbox(): Mail[];
  findExecution(name: string): Execution | undefined;
  stripe: StripeControl;
  identity: IdentityService;
  providers: ProvidersControl;
  /** Resumes interrupted work and starts the schedules. */
  resume(): void;
  close(): Promise<void>;
}

export interface ServicesOptions {
  options: {
    environment?: Record<string, string>;
    workersPerFunction?: number;
    workerIdleMs?: number;
    workerLimit?: number;
    disabledSchedules?: readonly string[];
  };
  folder: DataFolder;
  activity: Activity;
  clock: Clock;
  faults: FaultInjector;
  /** The database with its tables, which may still be starting. */
  database: Promise<Database>;
  plan: CloudPlan;
  /** Address of the gateway. */
  apiUrl: string;
  /** The port of the emulators for sign-in, unless the data folder has another one or a program uses it. */
  identityPort: number | undefined;
  /** Runs before the first sign-in. */
  beforeFirstSignIn: () => Promise<unknown>;
  report: (error: unknown) => void;
}

const isPorts = (value: unknown): value is { s3: number; identity?: number; providers?: number } =>
  typeof value === 'object' && value !== null && 's3' in value && Number.isInteger(value.s3);

/** Starts the services that the functions call, then the functions, then their triggers. */
export const openServices = async (given: ServicesOptions): Promise<Services> => {
  const { apiUrl, clock, faults, plan, report } = given;
  const context: ServiceContext = { faults, now: clock.now, report };
  const { stripe, identity, providers, ...called } = await startCalledServices(given, context);

  // Filled below; a function reads it when it first starts.
  const endpoints: Record<string, string> = {};
  pointAt(plan.functions, {
    DNS_SERVERS: identity.emulator.dnsServer,
    BILLING_RETURN_URL: billingPageOf(apiUrl),
  });
  const plans = plan.functions;
  const functions = openFunctions({ ...given, ...functionSettings(given), plans, endpoints });
  const bus = openEventBus({ ...given, rules: enabledRules(given), functions });
  const machines = plan.stateMachines.map((machine) => openMachine(given, machine, { functions, bus }));
  const [lambda, sfn] = await Promise.all([startLambda(functions, context), startSfn(machines, context)]);
  const servers = { ...called, lambda, sfn };
  const { secrets = '', ...origins } = providers.origins;
  Object.assign(endpoints, endpointsOf(servers), {
    STRIPE_API_BASE: stripe.url,
    PROVIDER_ORIGINS: JSON.stringify(origins),
    SECRETS_ORIGIN: secrets,
  });

  return {
    functions,
    environment: { ...credentialsEnvironment, ...endpoints },
    inbox: called.ses.inbox,
    findExecution: (name) => machines.map((machine) => machine.find(name)).find((one) => one !== undefined),
    stripe: stripe.control,
    identity,
    providers: providers.control,
    resume: () => {
      stripe.resume();
      for (const machine of machines) machine.resume();
      bus.start();
    },
    close: async () => {
      for (const machine of machines) machine.close();
      await functions.close();
      await Promise.all(
        [...Object.values(servers), stripe, identity.emulator, providers].map((server) => server.close()),
      );
    },
  };
};

const startCalledServices = async (given: ServicesOptions, context: ServiceContext) => {
  const { folder, plan, database, clock, apiUrl, identityPort } = given;
  const parameters = new Map<string, string>();
  const root = join(folder.path, 's3');
  const ports = folder.readJson('ports.json', isPorts);
  const [dynamodb, s3, kms, ses, ssm, sts, stripe, identity, providers] = await Promise.all([
    startDynamoDb(database, plan.tables, context),
    startS3(plan.buckets, context, { root, port: ports?.s3 }),
    startKms(plan.keys, folder, context),
    startSes(folder, context),
    startSsm(parameters, context),
    startSts(context),
    startStripe(given),
    startIdentity({ ...given, publicUrl: apiUrl, port: ports?.identity ?? identityPort }),
    openProviders({ ...given, port: ports?.providers, secretReads: secretReads() }),
  ]);
  // Nothing else of a start needs the client behind `fetch`, whose load takes a tenth of it.
  const client = stripeClient(stripe.secretKey, stripe.url, Stripe.createNodeHttpClient());
  await setUpStripe(client, { currency: 'eur' });
  await createLocalCoupons(client);
  parameters.set(stripeParameters.secretKey, stripe.secretKey);
  parameters.set(stripeParameters.webhookSecret, stripe.webhookSecret);
  parameters.set(signInParameters.signIn, JSON.stringify(identity.signIn));
  parameters.set(signInParameters.clientSecret, identity.clientSecret);
  folder.writeJson('ports.json', {
    s3: s3.port,
    identity: identity.emulator.port,
    providers: providers.port,
  });
  startLifecycle(plan.buckets, s3.store, clock);
  return { dynamodb, s3, kms, ses, ssm, sts, stripe, identity, providers };
};

const enabledRules = ({ plan, options: { disabledSchedules = [] } }: ServicesOptions): RulePlan[] => {
  const disabled = new Set(
    plan.functions.filter(({ bundle }) => disabledSchedules.includes(bundle)).flatMap(arnsOf),
  );
  return plan.rules.filter(({ targets }) => !targets.some(({ functionArn }) => disabled.has(functionArn)));
};

const credentialsEnvironment = {
  AWS_REGION: emulatedAccount.region,
  AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
};

const endpointsOf = (servers: Record<Exclude<ServiceName, ProviderServiceName | 'stripe'>, LocalServer>) =>
  Object.fromEntries(
    Object.entries(servers).map(([service, { url }]) => [`AWS_ENDPOINT_URL_${service.toUpperCase()}`, url]),
  );

const defaultWorkers = 8;
const streamingFactor = 3;
const defaultIdleMs = 60_000;
const defaultWorkerLimit = 24;

const functionSettings = ({ plan, folder, options }: ServicesOptions) => {
  const { environment, workerIdleMs = defaultIdleMs, workersPerFunction = defaultWorkers } = options;
  const { workerLimit = defaultWorkerLimit } = options;
  const streamed = plan.api?.routes.filter((route) => route.stream).map((route) => route.functionArn);
  return {
    streaming: new Set(streamed),
    bundles: join(folder.path, 'bundles'),
    compiled: join(folder.path, 'compiled'),
    extraEnvironment: environment,
    idleMs: workerIdleMs,
    workerLimit,
    // A request that waits occupies its worker throughout, so streaming functions get more of them.
    poolSize: (streams: boolean) => workersPerFunction * (streams ? streamingFactor : 1),
  };
};

/** Adds the name server of this machine and the address of this start to the plans of functions. */
const pointAt = (plans: readonly FunctionPlan[], addresses: Readonly<Record<string, string>>): void => {
  for (const { environment } of plans) {
    const own = Object.entries(addresses).filter(([name]) => name in environment);
    Object.assign(environment, Object.fromEntries(own));
  }
};

/** @returns a number from 0 up to 1. */
const random = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

const openMachine = (
  { folder, clock, activity }: ServicesOptions,
  plan: StateMachinePlan,
  { functions, bus }: { functions: Functions; bus: EventBus },
): Executions =>
  openExecutions({
    plan,
    folder,
    clock,
    activity,
    random,
    isFunction: functions.has,
    invoke: functions.invoke,
    readObject: async (bucket, key) => {
      const bytes = await bucketObjects(folder.path, bucket, clock.now).get(key);
      return bytes && Buffer.from(bytes).toString();
    },
    onStatusChanged: (execution) =>
      bus.emit({
        source: 'aws.states',
        detailType: 'Step Functions Execution Status Change',
        resources: [execution.executionArn],
        detail: {
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
        },
      }),
  });

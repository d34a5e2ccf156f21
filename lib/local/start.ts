import { mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openActivity, type Activity } from '@scangate/emulator-host/activity';
import { bundleFunctions } from './bundle-functions.ts';
import { openClock, type Clock } from '@scangate/emulator-host/clock';
import { openControl, type ControlActions } from './control/control-plane.ts';
import { openDataFolder, type DataFolder } from '@scangate/emulator-host/data-folder';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import { startDatabase, type Database } from '@scangate/emulator-aws/dynamodb/database';
import { openGateway } from '@scangate/emulator-aws/gateway/server';
import { respondJson, listen, type LocalServer } from '@scangate/emulator-host/http-server';
import { openErrorLog } from './error-log.ts';
import { openServices, type Services } from './services.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { serviceApp, synthesize, type AppBuilder } from './synthesize.ts';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import { openFaultInjector, type FaultInjector } from '@scangate/emulator-host/fault-injector';

export interface LocalCloudOptions {
  /** Folder for everything that is kept. */
  data: string;
  /** 0 takes a free one. */
  port: number;
  /** The service's own app unless given. */
  buildApp?: AppBuilder;
  /** What the control plane does with organizations. */
  controlActions?: (cloud: CloudContext) => ControlActions;
  /** What is to be there before the first request. */
  beforeServing?: (cloud: CloudContext & { data: string }) => Promise<unknown>;
  /** Environment for every function beside the template's. */
  environment?: Record<string, string>;
  /** Workers of one function at once; for streams three times as many. */
  workersPerFunction?: number;
  /** A worker without work ends after this. */
  workerIdleMs?: number;
  /** Shorter limits of the gateway, for tests of the limits. */
  gatewayLimits?: { timeoutMs?: number; idleMs?: number };
  /** Bundles of functions whose schedules do not run: a test fetches nothing from outside. */
  disabledSchedules?: readonly string[];
  /** How long a move of the clock waits for what is under way, before it goes on. */
  settleTimeoutMs?: number;
}

/** What those who work inside the same process get. */
export interface CloudContext {
  plan: CloudPlan;
  clock: Clock;
  /** Environment of an SDK client that is to talk to the local services. */
  environment: Record<string, string>;
}

export interface LocalCloud extends CloudContext {
  url: string;
  data: string;
  activity: Activity;
  faults: FaultInjector;
  close(): Promise<void>;
}

/** Things to close, in the order they were opened. */
type Closers = (() => Promise<unknown> | unknown)[];

/**
 * Starts the whole service on this machine, on 127.0.0.1 only, from what its CDK app declares.
 * @throws StartFailure in one line: taken port, no Java, damaged or used data folder, unknown resource.
 */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
};

const start = async (options: LocalCloudOptions, closers: Closers, close: () => Promise<void>) => {
  const folder = await openDataFolder(options.data);
  closers.push(() => folder.release());
  const report = openErrorLog(folder);
  const activity = openActivity();
  const clock = openFolderClock(folder, activity, options.settleTimeoutMs ?? 20_000, report);
  closers.push(() => clock.close());
  const front = await openFront(options.port, clock);
  closers.push(() => front.server.close());

  const [database, plan] = await bothOrNone(
    startDatabase(folder),
    prepare(options.buildApp ?? serviceApp, folder),
  );
  closers.push(() => database.stop());
  await createTables(database, plan.tables);
  const faults = openFaultInjector();
  const { url: apiUrl } = front.server;
  const shared = { folder, activity, clock, faults, database, plan, report };
  const services = await openServices({ options, apiUrl, ...shared });
  closers.push(() => services.close());

  const context: CloudContext = { plan, clock, environment: services.environment };
  const control = openControl({
    clock,
    activity,
    faults,
    inbox: services.inbox,
    findExecution: services.findExecution,
    stripe: services.stripe,
    actions: options.controlActions?.(context),
    report,
  });
  await options.beforeServing?.({ ...context, data: folder.path });
  services.resume();
  front.serve(control, gatewayOf(options, plan, services, clock, report));
  return { ...context, url: front.server.url, data: folder.path, activity, faults, close };
};

const gatewayOf = (
  options: LocalCloudOptions,
  { api }: CloudPlan,
  { functions }: Services,
  clock: Clock,
  report: (error: unknown) => void,
) => {
  if (!api) throw new StartFailure('The templates hold no REST API.');
  return openGateway({ api, functions, now: clock.now, report, limits: options.gatewayLimits });
};

/** When one fails, the other is let finish, so that it can be closed. */
const bothOrNone = async (
  database: Promise<Database>,
  plan: Promise<CloudPlan>,
): Promise<[Database, CloudPlan]> => {
  const [started, planned] = await Promise.allSettled([database, plan]);
  if (started.status === 'rejected') throw started.reason;
  if (planned.status === 'rejected') {
    await started.value.stop();
    throw planned.reason;
  }
  return [started.value, planned.value];
};

const prepare = async (buildApp: AppBuilder, folder: DataFolder): Promise<CloudPlan> => {
  for (const name of ['bundles', 'cdk.out', 'tmp'])
    rmSync(join(folder.path, name), { recursive: true, force: true });
  mkdirSync(join(folder.path, 'tmp'));
  const bundles = join(folder.path, 'bundles');
  const { plan } = await synthesize(buildApp, join(folder.path, 'cdk.out'), (entries) =>
    bundleFunctions(entries, bundles),
  );
  return plan;
};

const isShift = (value: unknown): value is { shiftMs: number } =>
  typeof value === 'object' && value !== null && 'shiftMs' in value && Number.isFinite(value.shiftMs);

const openFolderClock = (
  folder: DataFolder,
  activity: Activity,
  patienceMs: number,
  report: (error: unknown) => void,
): Clock => {
  let patience = patienceMs;
  return openClock({
    shiftMs: folder.readJson('clock.json', isShift)?.shiftMs ?? 0,
    onShift: (shiftMs) => folder.writeJson('clock.json', { shiftMs }),
    // What hangs must not hold up time for ever: after one long wait, only short ones.
    waitUntilIdle: async () => {
      patience = (await activity.idle(patience)) ? patienceMs : Math.min(patienceMs, 250);
    },
    onError: report,
  });
};

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const starting: Handle = async (_request, response) =>
  respondJson(response, 503, { status: 503, code: 'temporarily_unavailable', detail: 'Still starting.' });

/** Takes the port first: a taken one is told at once, and until all is ready the answer is 503. */
const openFront = async (
  port: number,
  clock: Clock,
): Promise<{ server: LocalServer; serve(control: Handle, gateway: Handle): void }> => {
  let [control, gateway] = [starting, starting];
  const handle: Handle = (request, response) =>
    (request.url ?? '').startsWith('/_local/') ? control(request, response) : gateway(request, response);
  try {
    const server = await listen(handle, { now: clock.now, port });
    return {
      server,
      serve: (newControl, newGateway) => void ([control, gateway] = [newControl, newGateway]),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartFailure(`Port ${port} is taken: stop what listens there, or set PORT.`);
  }
};

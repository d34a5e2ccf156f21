import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createTables } from '@scangate/emulator-aws/dynamodb/create-tables';
import {
  startDatabase as startOwnDatabase,
  type Database,
} from '@scangate/emulator-aws/dynamodb/database-process';
import type { ApiPlan } from '@scangate/emulator-aws/template/api-plan';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import { openActivity, type Activity } from '@scangate/emulator-host/activity';
import { openClock, type Clock } from '@scangate/emulator-host/clock';
import { openDataFolder, type DataFolder } from '@scangate/emulator-host/data-folder';
import { openFaultInjector, type FaultInjector } from '@scangate/emulator-host/fault-injector';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import { bundleFunctions } from './bundle-functions.ts';
import { openControlPlane } from './control/control-plane.ts';
import type { ControlActions } from './control/organization-routes.ts';
import { openErrorLog } from './error-log.ts';
import { consoleBucket } from './console/console-bucket.ts';
import { openFrontServer } from './front-server.ts';
import type { IdentityService } from './identity/identity-service.ts';
import { openEdge } from './open-edge.ts';
import { openReceiver } from './receiver/receiver.ts';
import { linkFolder } from './link-folder.ts';
import { openServices } from './services.ts';
import { serviceBuild } from './service-build.ts';
import { serviceApp, synthesize, type AppBuilder } from './synthesize.ts';

export interface LocalCloudOptions {
  /** Folder with all stored data: its path, or the opened folder. */
  data: string | DataFolder;
  /** 0 takes a free port. */
  port: number;
  /** Builds the CDK app; the service's own app unless given. */
  buildApp?: AppBuilder;
  /** Starts the database; DynamoDB Local with its files in the data folder unless given. */
  startDatabase?: (folder: DataFolder) => Promise<Database>;
  /**
   * Builds the console while the database starts, and returns the folder with its files; without it, there is no
   * console.
   */
  buildConsole?: () => Promise<string | undefined>;
  /** The control plane's actions on organizations. */
  controlActions?: (cloud: CloudContext) => ControlActions;
  /** Runs before the first request is served. */
  beforeServing?: (cloud: CloudContext) => Promise<unknown>;
  /** Runs before the first sign-in after the start, or again if it failed. */
  beforeFirstSignIn?: (cloud: CloudContext) => Promise<unknown>;
  /** Environment of every function beside the template's. */
  environment?: Record<string, string>;
  /** Concurrent workers of one function; a streaming function has three times as many. */
  workersPerFunction?: number;
  /** An idle worker ends after this. */
  workerIdleMs?: number;
  /** Workers of all functions together, each of about 40 MB, until idle ones are ended for others; 24 unless given. */
  workerLimit?: number;
  /** Shorter limits of the gateway, for tests of the limits. */
  gatewayLimits?: { timeoutMs?: number; idleMs?: number };
  /** Limit for the arrival of a request; a minute unless given. */
  requestTimeoutMs?: number;
  /** Bundles of functions whose schedules do not run, so that a test fetches nothing from outside. */
  disabledSchedules?: readonly string[];
  /** The longest time that a clock move waits for pending work before it continues. */
  settleTimeoutMs?: number;
}

/** Access to the cloud for code in the same process. */
export interface CloudContext {
  /** The data folder. */
  data: string;
  plan: CloudPlan;
  clock: Clock;
  /** Environment that points an SDK client at the local services. */
  environment: Record<string, string>;
  identity: IdentityService;
}

export interface LocalCloud extends CloudContext {
  /** The one origin of the console and the API. */
  url: string;
  /** The address of the gateway itself, which pipelines may use. */
  gatewayUrl: string;
  activity: Activity;
  faults: FaultInjector;
  close(): Promise<void>;
}

/** Close functions, in the order in which their resources were opened. */
type Closers = (() => Promise<unknown> | unknown)[];

/**
 * Starts the whole service on this machine, on 127.0.0.1 only, as its CDK app declares it.
 * @throws StartFailure in one line: taken port, no Java, damaged or used data folder, unknown resource.
 * See docs/adr/0025-local-cloud.md.
 */
export const startLocalCloud = async (options: LocalCloudOptions): Promise<LocalCloud> => {
  const closers: Closers = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  try {
    return { ...(await start(options, closers)), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const lastPort = 65_535;

const start = async (options: LocalCloudOptions, closers: Closers): Promise<Omit<LocalCloud, 'close'>> => {
  const { data, port, requestTimeoutMs, settleTimeoutMs } = options;
  const folder = typeof data === 'string' ? await openDataFolder(data) : data;
  closers.push(() => folder.release());
  const { report, close: closeLog } = openErrorLog(folder);
  closers.push(closeLog);
  const activity = openActivity();
  const clock = openFolderClock({ folder, activity, settleTimeoutMs, report });
  closers.push(() => clock.close());
  const front = await openFrontServer({ port, clock, report, requestTimeoutMs });
  closers.push(() => front.server.close());
  const begun = beginDatabase(options, folder, closers);
  const { plan, consoleFiles } = await buildAppAndConsole(options, folder);
  if (!plan.api) throw new StartFailure('The templates hold no REST API.');
  const database = withTables(begun, plan.tables);

  const faults = openFaultInjector();
  const { url } = front.server;
  const shared = { folder, activity, clock, faults, database, plan, report };
  const beforeFirstSignIn = async () => options.beforeFirstSignIn?.(context);
  const services = await openServices({
    options,
    apiUrl: url,
    identityPort: port > 0 && port < lastPort ? port + 1 : undefined,
    beforeFirstSignIn,
    ...shared,
  });
  closers.push(() => services.close());
  const { environment, identity } = services;
  const context: CloudContext = { data: folder.path, plan, clock, environment, identity };
  const control = openControlPlane({
    ...shared,
    ...services,
    receiver: openReceiver(folder, clock),
    actions: options.controlActions?.(context),
  });
  // The services open while Java starts; whoever needs the database waits for it.
  await database;
  await options.beforeServing?.(context);
  services.resume();
  const { functions } = services;
  const limits = options.gatewayLimits;
  const gateway = { api: atAddress(plan.api, url), functions, now: clock.now, report, limits };
  const { distribution } = plan;
  const files = consoleBucket(consoleFiles);
  const edge = await openEdge({ gateway, distribution, files, requestTimeoutMs });
  closers.push(() => edge.close());
  front.serve({ control, service: edge.handle });
  return { ...context, url, gatewayUrl: edge.gatewayUrl, activity, faults };
};

/** Returns what was promised, or undefined where it failed. A failure that nobody awaits yet then counts as handled. */
const settled = <T>(promised: Promise<T>): Promise<T | undefined> => promised.catch(() => undefined);

/** Starts the database, which whoever closes waits for. */
const beginDatabase = (
  { startDatabase = startOwnDatabase }: LocalCloudOptions,
  folder: DataFolder,
  closers: Closers,
): Promise<Database> => {
  const begun = startDatabase(folder);
  const begunOrFailed = settled(begun);
  closers.push(async () => (await begunOrFailed)?.stop());
  return begun;
};

/** Creates the tables as soon as the database answers. */
const withTables = (begun: Promise<Database>, tables: CloudPlan['tables']): Promise<Database> => {
  const ready = begun.then(async (database) => {
    await createTables(database, tables);
    return database;
  });
  void settled(ready);
  return ready;
};

/** Builds the app and the console side by side. When one fails, the other finishes. */
const buildAppAndConsole = async (
  { buildApp, buildConsole }: LocalCloudOptions,
  folder: DataFolder,
): Promise<{ plan: CloudPlan; consoleFiles: string | undefined }> => {
  const [planned, built] = await Promise.allSettled([planOf(buildApp, folder), buildConsole?.()]);
  if (planned.status === 'rejected') throw planned.reason;
  if (built.status === 'rejected') throw built.reason;
  return { plan: planned.value, consoleFiles: built.value };
};

const planOf = async (buildApp: AppBuilder | undefined, folder: DataFolder): Promise<CloudPlan> => {
  for (const name of ['bundles', 'compiled', 'cdk.out', 'tmp'])
    rmSync(join(folder.path, name), { recursive: true, force: true });
  mkdirSync(join(folder.path, 'tmp'));
  const bundles = join(folder.path, 'bundles');
  // Settings from the caller's environment are not part of the stored build.
  if (!buildApp && process.env['CDK_CONTEXT_JSON'] === undefined) {
    const built = await serviceBuild();
    linkFolder(built.bundles, bundles);
    symlinkSync(built.compiled, join(folder.path, 'compiled'), 'junction');
    return built.plan;
  }
  const { plan } = await synthesize(buildApp ?? serviceApp, join(folder.path, 'cdk.out'), (entries) =>
    bundleFunctions(entries, bundles),
  );
  return plan;
};

const isShift = (value: unknown): value is { shiftMs: number } =>
  typeof value === 'object' && value !== null && 'shiftMs' in value && Number.isFinite(value.shiftMs);

const shortSettleTimeoutMs = 250;

interface FolderClockOptions {
  folder: DataFolder;
  activity: Activity;
  settleTimeoutMs: number | undefined;
  report: (error: unknown) => void;
}

const openFolderClock = (options: FolderClockOptions): Clock => {
  const { folder, activity, settleTimeoutMs = 20_000, report } = options;
  let timeoutMs = settleTimeoutMs;
  return openClock({
    shiftMs: folder.readJson('clock.json', isShift)?.shiftMs ?? 0,
    onShift: (shiftMs) => folder.writeJson('clock.json', { shiftMs }),
    // Work that hangs must not block the clock forever: after one long wait, the next ones are short.
    waitUntilIdle: async () => {
      const isIdle = await activity.idle(timeoutMs);
      timeoutMs = isIdle ? settleTimeoutMs : Math.min(settleTimeoutMs, shortSettleTimeoutMs);
    },
    onError: report,
  });
};

/** The templates contain the default port, but the service may listen on another one. */
const atAddress = (api: ApiPlan, publicUrl: string): ApiPlan =>
  api.stageVariables ? { ...api, stageVariables: { ...api.stageVariables, publicUrl } } : api;

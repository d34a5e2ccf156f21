import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openActivity, type Activity } from '@scangate/emulator-host/activity';
import type { ServiceContext } from '@scangate/emulator-aws/protocol/aws-json';
import { bundleFunctions } from '#local/bundle-functions.ts';
import { openClock, type Clock } from '@scangate/emulator-host/clock';
import { openDataFolder, type DataFolder } from '@scangate/emulator-host/data-folder';
import { openFunctions, type Functions } from '@scangate/emulator-aws/lambda/functions';
import { localCredentials } from '@scangate/emulator-aws/s3/signature';
import { synthesize } from '#local/synthesize.ts';
import type { CloudPlan } from '@scangate/emulator-aws/template/cloud-plan';
import { openFaultInjector, type FaultInjector } from '@scangate/emulator-host/fault-injector';
import { fixtureApp } from './fixtures/app.ts';

/** The host of an emulator, in a folder of its own. */
export interface Workbench {
  folder: DataFolder;
  clock: Clock;
  activity: Activity;
  faults: FaultInjector;
  context: ServiceContext;
  /** Unexpected errors. */
  reported: unknown[];
  close(): Promise<void>;
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'scangate-local-'));

/** @returns settings of an SDK client for a local service. */
export const clientOf = (url: string) => ({
  endpoint: url,
  region: 'us-east-1',
  credentials: localCredentials,
  maxAttempts: 1,
});

/** @param settleTimeoutMs is how long a move of the clock waits for work under way. */
export const openWorkbench = async (settleTimeoutMs?: number): Promise<Workbench> => {
  const path = temporaryFolder();
  const folder = await openDataFolder(path);
  const activity = openActivity();
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const clock = openClock({ waitUntilIdle: () => activity.idle(settleTimeoutMs), onError: report });
  const faults = openFaultInjector();
  return {
    folder,
    clock,
    activity,
    faults,
    reported,
    context: { faults, now: clock.now, report },
    close: async () => {
      clock.close();
      await folder.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
};

/** Opens the fixture's functions without the services that they call. */
export const openFixture = async (
  bench: Workbench,
  environment: Record<string, string> = {},
): Promise<{ plan: CloudPlan; functions: Functions }> => {
  const { plan, entries } = await synthesize(fixtureApp, bench.folder.within('cdk.out'));
  const bundles = bench.folder.within('bundles');
  await bundleFunctions(entries, bundles);
  const functions = openFunctions({
    ...bench,
    plans: plan.functions,
    streaming: new Set(plan.api?.routes.filter((route) => route.stream).map((route) => route.functionArn)),
    bundles,
    compiled: bench.folder.within('compiled'),
    endpoints: environment,
    poolSize: () => 4,
    idleMs: 60_000,
    workerLimit: 3,
    report: bench.context.report,
  });
  return { plan, functions };
};

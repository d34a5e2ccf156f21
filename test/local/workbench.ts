import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openActivity, type Activity } from '../../lib/local/activity.ts';
import type { ServiceContext } from '../../lib/local/aws-json.ts';
import { bundleLocally } from '../../lib/local/bundle.ts';
import { openClock, type Clock } from '../../lib/local/clock.ts';
import { openDataFolder, type DataFolder } from '../../lib/local/data-folder.ts';
import { openFunctions, type Functions } from '../../lib/local/functions.ts';
import { localCredentials } from '../../lib/local/s3/signature.ts';
import { synthesize } from '../../lib/local/synthesize.ts';
import type { CloudPlan } from '../../lib/local/template/plan.ts';
import { openTraffic, type Traffic } from '../../lib/local/traffic.ts';
import { fixtureApp } from './fixtures/app.ts';

/** What every part of the local cloud needs, in a folder of its own. */
export interface Workbench {
  folder: DataFolder;
  clock: Clock;
  activity: Activity;
  traffic: Traffic;
  context: ServiceContext;
  /** Errors nobody foresaw. */
  reported: unknown[];
  close(): Promise<void>;
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'scangate-local-'));

/** Settings of an SDK client for a local service. */
export const clientOf = (url: string) => ({
  endpoint: url,
  region: 'us-east-1',
  credentials: localCredentials,
  maxAttempts: 1,
});

/** @param patienceMs how long a move of the clock waits for what is under way. */
export const openWorkbench = async (patienceMs?: number): Promise<Workbench> => {
  const path = temporaryFolder();
  const folder = await openDataFolder(path);
  const activity = openActivity();
  const reported: unknown[] = [];
  const report = (error: unknown) => void reported.push(error);
  const clock = openClock({ settled: () => activity.idle(patienceMs), failed: report });
  const traffic = openTraffic();
  return {
    folder,
    clock,
    activity,
    traffic,
    reported,
    context: { traffic, now: clock.now, report },
    close: async () => {
      clock.close();
      await folder.release();
      rmSync(path, { recursive: true, force: true });
    },
  };
};

/** The fixture's functions, ready to be invoked, without the services behind them. */
export const openFixture = async (
  bench: Workbench,
  environment: Record<string, string> = {},
): Promise<{ plan: CloudPlan; functions: Functions }> => {
  const { plan, entries } = await synthesize(fixtureApp, bench.folder.within('cdk.out'));
  const bundles = bench.folder.within('bundles');
  await bundleLocally(entries, bundles);
  const functions = openFunctions({
    ...bench,
    plans: plan.functions,
    streaming: new Set(plan.api?.routes.filter((route) => route.stream).map((route) => route.functionArn)),
    bundles,
    endpoints: environment,
    sizeOf: () => 4,
    idleMs: 60_000,
    workerLimit: 3,
    report: bench.context.report,
  });
  return { plan, functions };
};

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figures.ts';
import { makeRepository } from '../repository.ts';
import { newTenant, type BenchService } from '../service.ts';
import { recordWait } from '../wait/long-wait.ts';
import type { AwsCall } from '../recorder.ts';
import { assumed, assumptions } from './assumed.ts';
import { billOf, totalOf, type BillLine } from './bill.ts';
import { timeOfSandboxes, watchSandboxes } from './sandbox-time.ts';
import { dollarsOf } from './list-prices.ts';
import { functionsOf, markLogs, usageOfCalls, type FunctionUse, type Usage } from './usage.ts';

/** Scans before the measured ones, after which functions are warm and compiled. */
const warmUps = 12;
const measured = 6;
const fullName = 'bench/priced';

/** The requests of a pipeline: it resolves its repository, creates a scan and waits for it. */
const requestsOfAPipeline = 3;
const waiter = 'wait-scan';
/** The functions of such a scan that start a sandbox. */
const sandboxed = ['fetch-small-source', 'scan-small-units'];

const runPipeline = async (
  service: BenchService,
  token: string,
  commitHash: string,
): Promise<{ transitions: number }> => {
  const get = (path: string) => service.expectStatus(200, 'GET', path, token);
  const { repositoryId } = await get(`/v1/repositories/resolve?fullName=${fullName}`);
  const body = { repositoryId, commitHash, branch: 'main' };
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', token, { body });
  await service.settle();
  await get(`/v1/scans/${String(scanId)}/wait`);
  const execution = await get(`/_local/executions/${String(scanId)}`);
  return { transitions: Number(execution['transitions']) };
};

/** Returns the mean of several equal uses. */
const meanOf = (usage: Usage, count: number): Usage => {
  const divided = Object.entries(usage).map(([name, value]) => [
    name,
    typeof value === 'number' ? value / count : value,
  ]);
  const functions = usage.functions.map((use): FunctionUse => {
    const { invocations, durationMs, logBytes } = use;
    return {
      ...use,
      invocations: invocations / count,
      durationMs: durationMs / count,
      logBytes: logBytes / count,
    };
  });
  return { ...(Object.fromEntries(divided) as Omit<Usage, 'functions'>), functions };
};

/** Scans commits one after the other. @returns the use of one pipeline, with a wait that ends at once. */
const pipelineUsage = async (service: BenchService): Promise<Usage> => {
  const path = join(service.cloud.data, '..', 'priced', 'repository');
  const commits = await makeRepository(path, warmUps + measured);
  const { owner, token } = await newTenant(service, 100);
  const body = { url: path, fullName };
  await service.expectStatus(201, 'POST', '/v1/repositories', owner, { body });
  for (const commit of commits.slice(0, warmUps)) await runPipeline(service, token, commit);
  const logOf = markLogs(service);
  const sandboxes = watchSandboxes();
  let transitions = 0;
  const { calls } = await service.recorder.during(async () => {
    for (const commit of commits.slice(warmUps))
      transitions += (await runPipeline(service, token, commit)).transitions;
  });
  await loggedCompletely(() => logOf(waiter).invocations === measured);
  const sandboxMs = timeOfSandboxes(sandboxes(), { invocations: calls, names: sandboxed });
  const functions = functionsOf(service, calls, { logOf, sandboxMs });
  const counted = usageOfCalls(calls.filter(({ caller }) => caller !== waiter));
  return meanOf({ ...counted, functions, transitions }, measured);
};

/** Output of a function reaches its log a moment after its answer. */
const loggedCompletely = async (isLogged: () => boolean): Promise<void> => {
  const until = performance.now() + 10_000;
  while (!isLogged()) {
    if (performance.now() > until) throw new Error('the functions logged nothing of their invocations');
    await sleep(20);
  }
};

/** Lets the wait of a pipeline last, with the requests that it then makes. */
const withWait = (usage: Usage, calls: readonly AwsCall[], seconds: number): Usage => {
  const waiting = usageOfCalls(calls);
  const logBytes = assumed.accessLogBytes * requestsOfAPipeline;
  return {
    ...usage,
    functions: usage.functions.map((use) =>
      use.name === waiter ? { ...use, durationMs: seconds * 1000, logBytes: use.logBytes + logBytes } : use,
    ),
    apiRequests: requestsOfAPipeline,
    readUnits: usage.readUnits + waiting.readUnits,
    writeUnits: usage.writeUnits + waiting.writeUnits,
  };
};

/** The price of 1,000 scans with a wait of 30 s and of 300 s, and the lines of both bills. */
export interface Prices {
  figures: Figure[];
  /** The five most expensive lines of each bill, and the assumptions of the prices. */
  text: string;
}

const section = 'Price of 1,000 scans of one small unit, resolved, created, waited for, signed';
const limits = [
  { seconds: 30, limit: 0.24 },
  { seconds: 300, limit: 0.7 },
] as const;

/** The wait for which the price of a scan from CI is printed, too: it stores one object more. */
const ofCi = 30;

const money = (dollars: number): string => `$${(dollars * 1000).toFixed(4)}`;
const shownLines = (seconds: number, lines: readonly BillLine[]): string =>
  [
    `Dearest lines with a wait of ${seconds} s (of ${money(totalOf(lines))})`,
    ...lines.slice(0, 5).map(({ what, dollars }) => `  ${money(dollars)}  ${what}`),
    `  ${money(totalOf(lines.slice(5)))}  ${lines.length - 5} others`,
  ].join('\n');

/** Prices a scan from the template and what its functions do (list prices of us-east-1). */
export const measurePrices = async (service: BenchService): Promise<Prices> => {
  const usage = await pipelineUsage(service);
  const figures: Figure[] = [];
  const texts: string[] = [];
  for (const { seconds, limit } of limits) {
    const calls = await recordWait(service, seconds);
    const lines = billOf(withWait(usage, calls, seconds));
    const value = Number((totalOf(lines) * 1000).toFixed(4));
    figures.push({ section, what: `with a wait of ${seconds} s`, unit: 'dollars', value, limit });
    texts.push(shownLines(seconds, lines));
    if (seconds !== ofCi) continue;
    // It is written while the creation reads, so that nobody waits for it.
    const withObject = Number((value + 1000 * dollarsOf('s3Write', 1)).toFixed(4));
    const what = `from a CI with its metadata, with a wait of ${seconds} s`;
    figures.push({ section, what, unit: 'dollars', value: withObject });
  }
  const stands = ['Assumed', ...assumptions.map((each) => `  ${each}`)].join('\n');
  return { figures, text: [...texts, stands].join('\n\n') };
};

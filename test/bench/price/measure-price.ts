import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../figures.ts';
import { makeRepository } from '../repository.ts';
import { exchangeJwt, trustCi } from '../exchange/exchange.ts';
import { newTenant, type BenchService, type Tenant } from '../service.ts';
import { recordWait } from '../wait/long-wait.ts';
import type { AwsCall } from '../recorder.ts';
import { assumed, assumptions } from './assumed.ts';
import { billOf, totalOf, type BillLine } from './bill.ts';
import { timeOfSandboxes, watchSandboxes } from './sandbox-time.ts';
import { medianOf } from '../median.ts';
import { startsOfNode } from './node-start.ts';
import { functionsOf, markLogs, usageOfCalls, type FunctionUse, type Usage } from './usage.ts';

/** Scans before the measured ones, after which functions are warm and compiled. */
const warmUps = 12;
const measured = 6;
const startsMeasured = 5;

/** A pipeline resolves its repository, creates a scan and waits for it, by a stored token or as a job of a CI. */
interface Pipeline {
  fullName: string;
  requests: number;
  /** Whether it exchanges the JWT of its job first, once, and sends the metadata of its run with it. */
  isOfCi: boolean;
}

const withToken: Pipeline = { fullName: 'bench/priced', requests: 3, isOfCi: false };
const ofCi: Pipeline = { fullName: 'bench/priced-ci', requests: 4, isOfCi: true };
const waiter = 'wait-scan';
/** The functions of such a scan that start a sandbox. */
const sandboxed = ['fetch-small-source', 'scan-small-units'];

type NewToken = () => Promise<string>;

const runPipeline = async (
  service: BenchService,
  { fullName, newToken }: { fullName: string; newToken: NewToken },
  commitHash: string,
): Promise<{ transitions: number }> => {
  const token = await newToken();
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

/** Returns what gets the token of a pipeline: the stored one of its organization, or one for the JWT of a job. */
const tokensOf = async (service: BenchService, tenant: Tenant, pipeline: Pipeline): Promise<NewToken> => {
  if (!pipeline.isOfCi) return async () => tenant.token;
  const bodyOfExchange = await trustCi(service, tenant, pipeline.fullName);
  return async () => {
    const { token } = await exchangeJwt(service, await bodyOfExchange());
    return String(token);
  };
};

/** Scans commits one after the other. @returns the use of one pipeline, with a wait that ends at once. */
const pipelineUsage = async (service: BenchService, pipeline: Pipeline): Promise<Usage> => {
  const { fullName } = pipeline;
  const path = join(service.cloud.data, '..', 'priced', fullName);
  const commits = await makeRepository(path, warmUps + measured);
  const tenant = await newTenant(service, 100);
  const body = { url: path, fullName };
  await service.expectStatus(201, 'POST', '/v1/repositories', tenant.owner, { body });
  const run = { fullName, newToken: await tokensOf(service, tenant, pipeline) };
  for (const commit of commits.slice(0, warmUps)) await runPipeline(service, run, commit);
  const logOf = markLogs(service);
  const before = startsOfNode(startsMeasured);
  const sandboxes = watchSandboxes();
  let transitions = 0;
  const { calls } = await service.recorder.during(async () => {
    for (const commit of commits.slice(warmUps))
      transitions += (await runPipeline(service, run, commit)).transitions;
  });
  await loggedCompletely(() => logOf(waiter).invocations === measured);
  const sandboxMs = timeOfSandboxes(sandboxes(), { invocations: calls, names: sandboxed });
  const nodeStartMs = medianOf([...before, ...startsOfNode(startsMeasured)]);
  const processorRatio = assumed.nodeStartMs / nodeStartMs;
  const functions = functionsOf(service, calls, { logOf, sandboxMs, processorRatio });
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
const withWait = (
  usage: Usage,
  { calls, requests }: { calls: readonly AwsCall[]; requests: number },
  seconds: number,
): Usage => {
  const waiting = usageOfCalls(calls);
  const logBytes = assumed.accessLogBytes * requests;
  return {
    ...usage,
    functions: usage.functions.map((use) =>
      use.name === waiter ? { ...use, durationMs: seconds * 1000, logBytes: use.logBytes + logBytes } : use,
    ),
    apiRequests: requests,
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
/** The waits with which each pipeline is priced. */
const priced: readonly { pipeline: Pipeline; waits: readonly { seconds: number; limit: number }[] }[] = [
  {
    pipeline: withToken,
    waits: [
      { seconds: 30, limit: 0.24 },
      { seconds: 300, limit: 0.7 },
    ],
  },
  // The exchange is a request more: with it, a thousand scans cost a quarter.
  { pipeline: ofCi, waits: [{ seconds: 30, limit: 0.25 }] },
];

const nameOf = ({ isOfCi }: Pipeline, seconds: number): string =>
  `${isOfCi ? 'from a CI with its exchange and metadata, ' : ''}with a wait of ${seconds} s`;

const money = (dollars: number): string => `$${(dollars * 1000).toFixed(4)}`;
const shownLines = (name: string, lines: readonly BillLine[]): string =>
  [
    `Dearest lines ${name} (of ${money(totalOf(lines))})`,
    ...lines.slice(0, 5).map(({ what, dollars }) => `  ${money(dollars)}  ${what}`),
    `  ${money(totalOf(lines.slice(5)))}  ${lines.length - 5} others`,
  ].join('\n');

/** Prices a scan from the template and what its functions do (list prices of us-east-1). */
export const measurePrices = async (service: BenchService): Promise<Prices> => {
  const figures: Figure[] = [];
  const texts: string[] = [];
  for (const { pipeline, waits } of priced) {
    const usage = await pipelineUsage(service, pipeline);
    for (const { seconds, ...limit } of waits) {
      const what = nameOf(pipeline, seconds);
      const calls = await recordWait(service, seconds);
      const lines = billOf(withWait(usage, { calls, requests: pipeline.requests }, seconds));
      const value = Number((totalOf(lines) * 1000).toFixed(4));
      figures.push({ section, what, unit: 'dollars', value, ...limit });
      texts.push(shownLines(what, lines));
    }
  }
  const stands = ['Assumed', ...assumptions.map((each) => `  ${each}`)].join('\n');
  return { figures, text: [...texts, stands].join('\n\n') };
};

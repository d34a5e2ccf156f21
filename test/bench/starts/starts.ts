import { build } from 'esbuild';
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleEntry } from '#infra/bundle/bundle-functions.ts';
import { tokenHash } from '@scangate/domain/identity/tokens';
import type { Figure } from '../figures.ts';
import { authorizerOf } from '../memory/authorizer-of.ts';
import { environmentOf, planOf } from '../memory/memory.ts';
import { newTenant, type BenchService, type Tenant } from '../service.ts';

const section = 'Starts of functions, above an empty handler';
const maxInstructions = 550;
const commitHash = 'c'.repeat(40);

/** A process that starts a function. */
interface Started {
  bundle: string;
  eventFile?: string;
  env: NodeJS.ProcessEnv;
}

interface Told {
  cpuUs: number;
  answer?: { statusCode?: number; streamed?: string; principalId?: string };
}

const runFile = promisify(execFile);

const told = (stdout: string): Told => JSON.parse(stdout) as Told;

/** Writes the process that starts a function, as CommonJS: that is what Lambda loads. @returns its path. */
const writeChild = async (directory: string): Promise<string> => {
  const outfile = join(directory, 'first-answer-child.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'first-answer-child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    define: { 'import.meta.url': '__filename' },
  });
  return outfile;
};

const argumentsOf = (child: string, { bundle, eventFile }: Started): string[] => [
  child,
  bundle,
  ...(eventFile === undefined ? [] : [eventFile]),
];

/** Counts the instructions of a process in millions, by callgrind. */
const instructionsOf = async (child: string, started: Started): Promise<{ millions: number; told: Told }> => {
  const callgrind = ['--tool=callgrind', '--callgrind-out-file=/dev/null', process.execPath];
  const { stdout, stderr } = await runFile('valgrind', [...callgrind, ...argumentsOf(child, started)], {
    env: started.env,
  });
  const [, collected] = /Collected : (\d+)/.exec(stderr) ?? [];
  return { millions: Number(collected) / 1e6, told: told(stdout) };
};

/** Measures the processor time of a process in microseconds, the least of a few runs. */
const processorTimeOf = async (child: string, started: Started, runs: number): Promise<number> => {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const { stdout } = await runFile(process.execPath, argumentsOf(child, started), { env: started.env });
    times.push(told(stdout).cpuUs);
  }
  return Math.min(...times);
};

const headersOf = ({ token }: Tenant) => ({ authorization: `Bearer ${token}` });

const eventOf = (tenant: Tenant, method: string, path: string) => ({
  httpMethod: method,
  path,
  headers: { ...headersOf(tenant), 'content-type': 'application/json' },
  pathParameters: null as Record<string, string> | null,
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
  body: null as string | null,
  isBase64Encoded: false,
  requestContext: {
    requestId: 'bench',
    authorizer: { ...authorizerOf(tenant.organizationId), tokenHash: tokenHash(tenant.token) },
  },
});

/** The first request of each function that every pipeline calls: it creates a scan, and reads one that has ended. */
const hotEvents = async (service: BenchService): Promise<Record<string, object>> => {
  const tenant = await newTenant(service, 10);
  const { repositoryId, token } = tenant;
  const body = { repositoryId, commitHash: service.commits[0], branch: 'main' };
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', token, { body });
  const ended = `/v1/scans/${String(scanId)}`;
  await service.expectStatus(200, 'POST', `${ended}/cancel`, token);
  await service.settle();
  const pathParameters = { scanId: String(scanId) };
  const created = JSON.stringify({ repositoryId, commitHash, branch: 'main' });
  return {
    authorizer: { type: 'REQUEST', methodArn: 'arn:aws:execute-api:bench', ...eventOf(tenant, 'GET', ended) },
    'create-scan': { ...eventOf(tenant, 'POST', '/v1/scans'), body: created },
    'get-scan': { ...eventOf(tenant, 'GET', ended), pathParameters },
    'wait-scan': { ...eventOf(tenant, 'GET', `${ended}/wait`), pathParameters },
  };
};

/** A refusal takes less work than an answer, so it must not be measured. */
const requireAnswer = (name: string, { answer }: Told): void => {
  const { statusCode = 0, streamed, principalId } = answer ?? {};
  if ((statusCode >= 200 && statusCode < 300) || streamed?.includes('"verdict"') || principalId) return;
  throw new Error(`${name} answered ${JSON.stringify(answer)}`);
};

const round = (value: number): number => Math.round(value * 100) / 100;

/** Measures the functions of every pipeline from their load to their first answer. */
const firstAnswers = async (service: BenchService, bundles: string, empty: string): Promise<Figure[]> => {
  const child = await writeChild(bundles);
  const hasCallgrind = spawnSync('valgrind', ['--version']).status === 0;
  const emptyEvent = join(bundles, 'event-empty.json');
  writeFileSync(emptyEvent, '{}');
  const base = { bundle: empty, eventFile: emptyEvent, env: { PATH: process.env['PATH'] } };
  const baseMillions = hasCallgrind ? (await instructionsOf(child, base)).millions : 0;
  const baseUs = await processorTimeOf(child, base, 5);
  const figures: Figure[] = [];
  for (const [name, event] of Object.entries(await hotEvents(service))) {
    const eventFile = join(bundles, `event-start-${name}.json`);
    writeFileSync(eventFile, JSON.stringify(event));
    const env = environmentOf(service, planOf(service, name));
    const started = { bundle: bundleEntry(name, bundles), eventFile, env };
    const what = `${name}, to its first answer`;
    if (hasCallgrind) {
      const run = await instructionsOf(child, started);
      requireAnswer(name, run.told);
      const value = Math.round(run.millions - baseMillions);
      figures.push({ section, what, unit: 'million instructions', value, limit: maxInstructions });
    }
    const timesEmpty = (await processorTimeOf(child, started, 3)) / baseUs;
    figures.push({ section, what, unit: 'times an empty handler', value: round(timesEmpty) });
  }
  return figures;
};

/** Measures the load of every function. */
const loads = async (service: BenchService, bundles: string, empty: string): Promise<Figure[]> => {
  const child = await writeChild(bundles);
  const baseUs = await processorTimeOf(child, { bundle: empty, env: { PATH: process.env['PATH'] } }, 5);
  const figures: Figure[] = [];
  for (const plan of service.cloud.plan.functions) {
    const started = { bundle: bundleEntry(plan.bundle, bundles), env: environmentOf(service, plan) };
    const value = round((await processorTimeOf(child, started, 1)) / baseUs);
    figures.push({ section, what: plan.bundle, unit: 'times an empty handler', value });
  }
  return figures.toSorted((a, b) => b.value - a.value);
};

/**
 * Measures what the start of each function takes of the processor, and for those of every pipeline also the first
 * answer: in instructions where callgrind is installed, else as a multiple of an empty handler.
 */
export const measureStarts = async (service: BenchService, bundles: string): Promise<Figure[]> => {
  const empty = join(bundles, 'empty.cjs');
  writeFileSync(empty, 'exports.handler = async () => ({ statusCode: 204 });\n');
  return [...(await firstAnswers(service, bundles, empty)), ...(await loads(service, bundles, empty))];
};

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobs } from '#functions/jobs/index.ts';
import { controlActions } from '#local/control/control-actions.ts';
import { startLocalCloud } from '#local/start.ts';
import { makeRepository } from '../repository.ts';
import { importAdvisory, requestTo, type BenchService } from '../service.ts';
import { sampleMemory } from './sample-memory.ts';

export interface LoadOptions {
  scans: number;
  /** Creations that are under way at once. */
  atOnce: number;
  /** One scan in so many runs to its end; the others are canceled, and refunded, as soon as they are created. */
  oneCompletedIn: number;
}

/** A scan takes more than a second of a processor here, so that most are canceled. */
export const usualLoad: LoadOptions = { scans: 5_000, atOnce: 50, oneCompletedIn: 20 };

export interface LoadOutcome {
  /** The answers to creations and cancellations, by status and code. */
  answers: Map<string, number>;
  /** The scans by their final status, and by verdict. */
  statuses: Map<string, number>;
  /** The scans that had completed when their cancellation arrived. */
  completedFirst: number;
  seconds: { created: number; ended: number };
  memoryMb: { peak: number; secondQuarter: number; lastQuarter: number };
  audit: { ok: boolean; pools: number; violations: unknown[] };
}

/**
 * So many stay below their limits of requests and active scans. The number has no divisor in common with one in 20, so that
 * each repository completes scans: one whose scans are all canceled is paused.
 */
const organizations = 27;
const busyDelayMs = 1_000;

interface Tenant {
  token: string;
  repositoryId: string;
}

type Client = Pick<BenchService, 'request' | 'expectStatus'>;

const clientOf = (url: string): Client => {
  const request = requestTo(url);
  return {
    request,
    expectStatus: async (status, ...asked) => {
      const reply = await request(...asked);
      if (reply.status === status) return reply.body;
      throw new Error(`${asked[1]} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    },
  };
};

const newTenant = async ({ expectStatus }: Client, url: string, core: number): Promise<Tenant> => {
  const order = { name: 'Load', plan: 'Regulated', credits: { core } };
  const made = await expectStatus(201, 'POST', '/_local/organizations', undefined, { body: order });
  const { owner = '', service: token = '' } = made['tokens'] as Record<string, string>;
  const connection = { body: { url, fullName: 'load/repository' } };
  const { repositoryId } = await expectStatus(201, 'POST', '/v1/repositories', owner, connection);
  return { token, repositoryId: String(repositoryId) };
};

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

const count = (counts: Map<string, number>, what: string): void =>
  void counts.set(what, (counts.get(what) ?? 0) + 1);

/** Processes numbers concurrently. */
const runConcurrently = async (
  { scans, atOnce }: LoadOptions,
  work: (number: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const worker = async () => {
    while (next < scans) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};

/** Answers of the gateway and the edge for a service that is busy or silent; a client retries them like a 503. */
const passing: readonly number[] = [429, 502, 504];

/** Whether an answer asks for a retry. */
const asksForRetry = ({ status, body }: Awaited<ReturnType<Client['request']>>): boolean =>
  passing.includes(status) || body['retryable'] === true;

interface Answer extends Awaited<ReturnType<Client['request']>> {
  /** Whether earlier tries were answered, too. */
  isRetried: boolean;
}

/** Repeats a request as long as its answer asks for that, and counts the answers. */
const askUntilAnswered = async (
  ask: () => ReturnType<Client['request']>,
  { what, answers }: { what: string; answers: Map<string, number> },
): Promise<Answer> => {
  for (let tries = 1; ; tries += 1) {
    const reply = await ask();
    count(answers, [what, reply.status, reply.body['code'] ?? []].flat().join(' '));
    if (!asksForRetry(reply)) return { ...reply, isRetried: tries > 1 };
    await sleep(busyDelayMs);
  }
};

/** Cancels a scan. @returns false when it had completed before. @throws Error when it did not end so. */
const cancel = async (
  { request }: Client,
  { tenant: { token }, scanId }: { tenant: Tenant; scanId: string },
  answers: Map<string, number>,
): Promise<boolean> => {
  const ask = () => request('POST', `/v1/scans/${scanId}/cancel`, token);
  const { status, body } = await askUntilAnswered(ask, { what: 'cancellation', answers });
  if (status === 200) return true;
  if (status === 409 && body['scanStatus'] === 'completed') return false;
  throw new Error(`a cancellation answered ${status}: ${JSON.stringify(body)}`);
};

/** Creates scans until each exists, and cancels most of them. An answer that asks for a retry gets one. */
const createAll = async (
  client: Client,
  { tenants, commits, options }: { tenants: Tenant[]; commits: string[]; options: LoadOptions },
) => {
  const answers = new Map<string, number>();
  const created: { tenant: Tenant; scanId: string }[] = [];
  let completedFirst = 0;
  await runConcurrently(options, async (number) => {
    const tenant = tenants[number % tenants.length];
    const commitHash = commits[Math.floor(number / tenants.length)];
    if (!tenant) throw new Error('there is a tenant');
    const body = { repositoryId: tenant.repositoryId, commitHash };
    const ask = () => client.request('POST', '/v1/scans', tenant.token, { body });
    const reply = await askUntilAnswered(ask, { what: 'creation', answers });
    // A try whose answer came too late may have created the scan.
    if (reply.status !== 201 && !(reply.isRetried && reply.body['deduplicated'] === true))
      throw new Error(`a creation answered ${JSON.stringify(reply)}`);
    const scan = { tenant, scanId: String(reply.body['scanId']) };
    created.push(scan);
    if (number % options.oneCompletedIn !== 0 && !(await cancel(client, scan, answers))) completedFirst += 1;
  });
  return { answers, created, completedFirst };
};

/** Polls each scan until it has ended. */
const awaitAll = async (
  { request }: Client,
  created: Awaited<ReturnType<typeof createAll>>['created'],
  options: LoadOptions,
): Promise<Map<string, number>> => {
  const statuses = new Map<string, number>();
  await runConcurrently({ ...options, scans: created.length }, async (number) => {
    const scan = created[number];
    for (;;) {
      const { status, body } = await request('GET', `/v1/scans/${scan?.scanId}`, scan?.tenant.token);
      const rests = ['completed', 'failed', 'cancelled'].includes(String(body['status']));
      if (status === 200 && rests) return count(statuses, String(body['status']));
      await sleep(busyDelayMs);
    }
  });
  return statuses;
};

/** Runs scans on a separate local cloud, and reads the results. */
export const runLoad = async (options: LoadOptions): Promise<LoadOutcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-load-'));
  const cloud = await startLocalCloud({
    data: join(folder, 'data'),
    port: 0,
    controlActions,
    disabledSchedules: jobs.map(({ name }) => name),
  });
  const memory = sampleMemory();
  try {
    await importAdvisory(cloud, folder);
    const path = join(folder, 'load', 'repository');
    const each = Math.ceil(options.scans / organizations);
    const commits = await makeRepository(path, each);
    const client = clientOf(cloud.url);
    const tenants: Tenant[] = [];
    while (tenants.length < organizations) tenants.push(await newTenant(client, path, 2 * each));
    const begunAt = performance.now();
    const { answers, created, completedFirst } = await createAll(client, { tenants, commits, options });
    const createdAt = performance.now();
    const statuses = await awaitAll(client, created, options);
    const endedAt = performance.now();
    await client.expectStatus(200, 'POST', '/_local/settle');
    const audit = await client.expectStatus(200, 'GET', '/_local/ledger-audit');
    return {
      answers,
      statuses,
      completedFirst,
      seconds: { created: (createdAt - begunAt) / 1000, ended: (endedAt - begunAt) / 1000 },
      memoryMb: {
        peak: memory.peakMb(),
        secondQuarter: memory.meanMb(0.25, 0.5),
        lastQuarter: memory.meanMb(0.75, 1),
      },
      audit: {
        ok: audit['ok'] === true,
        pools: (audit['pools'] as unknown[]).length,
        violations: audit['violations'] as unknown[],
      },
    };
  } finally {
    memory.stop();
    await cloud.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

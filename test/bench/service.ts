import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepEvents } from '#functions/events/index.ts';
import { jobs } from '#functions/jobs/index.ts';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { dataFolderObjects } from '#local/data-folder-objects.ts';
import { controlActions } from '#local/control/control-actions.ts';
import { startLocalCloud, type LocalCloud, type LocalCloudOptions } from '#local/start.ts';
import { openRecorder, type Recorder } from './recorder.ts';
import { advisory, makeRepository } from './repository.ts';
import { send } from './send.ts';

interface Reply {
  status: number;
  body: Record<string, unknown>;
}

interface RequestOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

/** The whole service on this machine, with the AWS requests of its functions. */
export interface BenchService {
  cloud: LocalCloud;
  recorder: Recorder;
  /** The hashes of four commits of the repository at `repositoryPath`. */
  commits: string[];
  repositoryPath: string;
  request(method: string, path: string, token?: string, options?: RequestOptions): Promise<Reply>;
  /** Sends a request. @throws Error for any other status. */
  expectStatus(status: number, ...request: Parameters<BenchService['request']>): Promise<Reply['body']>;
  /** Waits until no workflow is running. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface Tenant {
  organizationId: string;
  repositoryId: string;
  /** The service token of a pipeline. */
  token: string;
  /** The token of the owner. */
  owner: string;
}

const commitCount = 4;

/**
 * The jobs whose runs are counted. No others run meanwhile: a sweep that meets an event in progress would
 * start it once more, and its cost is that of a minute, not of an event or a scan.
 */
const measuredJobs = new Set(['renew-due-accounts', 'seal-ledger']);
const scheduled = [...jobs, sweepEvents].map(({ name }) => name);

export const requestTo = (url: string): BenchService['request'] => {
  return async (method, path, token, { body, headers } = {}) => {
    const answered = await send(`${url}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status, text } = answered;
    // What the edge answers for a service that is silent is a page.
    return { status, body: text.startsWith('{') ? (JSON.parse(text) as Reply['body']) : {} };
  };
};

/** Imports an advisory as the schedule would; without any, a vulnerability scan is refused. */
export const importAdvisory = async ({ data, plan, clock }: LocalCloud, folder: string): Promise<void> => {
  const file = join(folder, 'advisories.json');
  writeFileSync(file, JSON.stringify(advisory));
  const objects = dataFolderObjects(data, plan, clock.now);
  const report = await importAdvisories(file, { objects, now: new Date(clock.now()).toISOString() });
  if (!report.switched) throw new Error(`the advisory was not imported: ${report.failure}`);
};

/** Starts the service in its own folder, and by default its own database. */
export const startBenchService = async (
  options: Pick<LocalCloudOptions, 'startDatabase'> = {},
): Promise<BenchService> => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  const cloud = await startLocalCloud({
    data: join(folder, 'data'),
    port: 0,
    ...options,
    controlActions: controlActions,
    disabledSchedules: scheduled.filter((name) => !measuredJobs.has(name)),
  });
  const recorder = await openRecorder(cloud);
  const close = async () => {
    await cloud.close();
    await recorder.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const request = requestTo(cloud.url);
    const demand: BenchService['expectStatus'] = async (status, ...asked) => {
      const reply = await request(...asked);
      if (reply.status === status) return reply.body;
      throw new Error(`${asked[0]} ${asked[1]} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    };
    await importAdvisory(cloud, folder);
    const repositoryPath = join(folder, 'bench', 'repository');
    const commits = await makeRepository(repositoryPath, commitCount);
    const settle = async () => void (await demand(200, 'POST', '/_local/settle'));
    return { cloud, recorder, commits, repositoryPath, request, expectStatus: demand, settle, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** Makes an organization on Team with these core credits and the connected repository. */
export const newTenant = async (service: BenchService, coreCredits: number): Promise<Tenant> => {
  const order = { name: 'Bench', plan: 'Team', credits: { core: coreCredits } };
  const { organizationId, tokens } = await service.expectStatus(
    201,
    'POST',
    '/_local/organizations',
    undefined,
    {
      body: order,
    },
  );
  const { owner = '', service: token = '' } = tokens as Record<string, string>;
  const { repositoryId } = await service.expectStatus(201, 'POST', '/v1/repositories', owner, {
    body: { url: service.repositoryPath, fullName: 'bench/repository' },
  });
  return { organizationId: String(organizationId), repositoryId: String(repositoryId), token, owner };
};

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { dayMs } from '@scangate/domain/instant';
import { authorizerOf } from '../memory/authorizer-of.ts';
import { environmentOf, planOf, writeScript } from '../memory/memory.ts';
import { costOf, type Cost } from '../operations.ts';
import type { AwsCall } from '../recorder.ts';
import { newTenant, type BenchService, type Tenant } from '../service.ts';
import { clearFaults, pauseWorkflows } from '../workflows.ts';

const waiter = 'wait-scan';
const intervalSeconds = 10;

const eventOf = (
  { organizationId, token }: Tenant,
  { scanId, timeoutSeconds, nowMs }: { scanId: string; timeoutSeconds: number; nowMs: number },
) => ({
  httpMethod: 'GET',
  path: `/v1/scans/${scanId}/wait`,
  headers: {},
  pathParameters: { scanId },
  queryStringParameters: { timeout: String(timeoutSeconds), interval: String(intervalSeconds) },
  multiValueQueryStringParameters: null,
  body: null,
  isBase64Encoded: false,
  requestContext: {
    requestId: 'bench',
    requestTimeEpoch: nowMs,
    authorizer: {
      ...authorizerOf(organizationId),
      tokenHash: tokenHash(token),
      credentialEndsAt: new Date(nowMs + dayMs).toISOString(),
    },
  },
});

interface Told {
  elapsedMs: number;
  result: { streamed?: string };
}

/** Runs the handler as it is bundled for this machine. @throws Error when it did not wait for so long. */
const wait = async (service: BenchService, event: object, timeoutSeconds: number): Promise<void> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-wait-'));
  try {
    const eventFile = join(directory, 'event.json');
    writeFileSync(eventFile, JSON.stringify(event));
    const script = await writeScript(directory, join(import.meta.dirname, 'wait-child.ts'));
    const bundle = join(service.cloud.data, 'bundles', `${waiter}.cjs`);
    const child = fork(script, [bundle, String(service.cloud.clock.now()), eventFile], {
      env: environmentOf(service, planOf(service, waiter)),
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    let told: Told | undefined;
    child.on('message', (message) => (told = message as Told));
    const [code] = (await once(child, 'exit')) as [number | null];
    const isWhole = told?.elapsedMs === timeoutSeconds * 1000;
    if (!isWhole || !told?.result.streamed?.includes('wait_timeout'))
      throw new Error(`the wait ended with ${code} and told ${JSON.stringify(told)}`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/**
 * Measures a wait with an interval of 10 s and no verdict: the handler itself, for a caller with a token, on
 * a clock that jumps from read to read.
 */
export const recordWait = async (service: BenchService, timeoutSeconds: number): Promise<AwsCall[]> => {
  const tenant = await newTenant(service, 10);
  await pauseWorkflows(service);
  const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', tenant.token, {
    body: { repositoryId: tenant.repositoryId, commitHash: service.commits[0], branch: 'main' },
  });
  const nowMs = service.cloud.clock.now();
  const event = eventOf(tenant, { scanId: String(scanId), timeoutSeconds, nowMs });
  const { calls } = await service.recorder.during(() => wait(service, event, timeoutSeconds));
  await service.expectStatus(200, 'POST', `/v1/scans/${String(scanId)}/cancel`, tenant.token);
  await clearFaults(service);
  await service.settle();
  return calls.filter(({ caller }) => caller === waiter);
};

export const measureLongWait = async (service: BenchService): Promise<Cost> =>
  costOf(await recordWait(service, 300));

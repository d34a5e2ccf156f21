import { startDatabase } from '@scangate/emulator-aws/dynamodb/database-process';
import type { JavaStart } from '@scangate/emulator-aws/dynamodb/java-arguments';
import { openDataFolder } from '@scangate/emulator-host/data-folder';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentBuild } from '#local/current-build.mjs';
import { keptJavaStart } from '#local/startup/java-start.ts';
import { sampleCommits } from '#local/sample/sample-repository.ts';
import { freePort } from '../support/free-port.ts';
import type { Figure } from './figures.ts';
import { send } from './send.ts';

const section = 'Time';
const root = join(import.meta.dirname, '..', '..');
const script = join(root, 'bin', 'local.mjs');
const patienceMs = 60_000;
const askEveryMs = 20;
const prepareCheckMs = 500;

interface Running {
  url: string;
  startMs: number;
  stop(): Promise<void>;
}

const isReady = (url: string): Promise<boolean> =>
  send(`${url}/_local/health`, { method: 'GET' }).then(
    ({ status }) => status === 200,
    () => false,
  );

const until = async (child: ChildProcess, done: () => Promise<boolean>): Promise<void> => {
  const limit = performance.now() + patienceMs;
  while (!(await done())) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    if (performance.now() > limit) throw new Error(`nothing came in ${patienceMs} ms`);
    await sleep(askEveryMs);
  }
};

/** Runs what `npm start` runs, until its first response. */
const start = async (data: string): Promise<Running> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: String(port), SCANGATE_DATA: data, SCANGATE_QUIET: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'exit');
  };
  try {
    await until(child, () => isReady(url));
    return { url, startMs: performance.now() - startedAt, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const fullName = 'sample/storefront';

/** Waits for the demo, which is ready after the first response. */
const demoToken = async (data: string, url: string): Promise<{ token: string; repositoryId: string }> => {
  const limit = performance.now() + patienceMs;
  for (;;) {
    try {
      const { tokens } = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as {
        tokens: { service: string };
      };
      const headers = { authorization: `Bearer ${tokens.service}` };
      const path = `/v1/repositories/resolve?fullName=${fullName}`;
      const { status, text } = await send(`${url}${path}`, { method: 'GET', headers });
      if (status === 200) {
        return {
          token: tokens.service,
          repositoryId: (JSON.parse(text) as { repositoryId: string }).repositoryId,
        };
      }
      throw new Error(`${path} answered ${status}`);
    } catch (error) {
      if (performance.now() > limit) throw error;
      await sleep(askEveryMs);
    }
  }
};

/** Measures from the request to the verdict over HTTP, polling more often than a client would. */
const scanMs = async (
  url: string,
  { token, repositoryId }: { token: string; repositoryId: string },
  commitHash: string,
): Promise<number> => {
  const startedAt = performance.now();
  const authorization = `Bearer ${token}`;
  const created = await send(`${url}/v1/scans`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ repositoryId, commitHash }),
  });
  const { scanId } = JSON.parse(created.text) as { scanId?: string };
  for (;;) {
    const { text } = await send(`${url}/v1/scans/${scanId}`, { method: 'GET', headers: { authorization } });
    const { status } = JSON.parse(text) as { status?: string };
    const elapsedMs = performance.now() - startedAt;
    if (status === 'completed') return elapsedMs;
    if ((status !== 'queued' && status !== 'running') || elapsedMs > patienceMs)
      throw new Error(`no verdict: ${created.text} ${text}`);
    await sleep(askEveryMs);
  }
};

/** Waits until what a start makes for the next one is there: its bundle, and the classes of the database. */
const untilPrepared = async (): Promise<void> => {
  const limit = performance.now() + patienceMs;
  const isPrepared = () => currentBuild(root, join(root, 'build/start')) !== undefined && keptJavaStart(root);
  while (!isPrepared() && performance.now() < limit) await sleep(prepareCheckMs);
};

const timed = (what: string, ms: number): Figure => ({ section, what, unit: 'ms', value: Math.round(ms) });
const ratio = (what: string, one: number, other: number): Figure => ({
  section,
  what,
  unit: 'ratio',
  value: Math.round((one / other) * 100) / 100,
});

/**
 * Measures what Java takes until DynamoDB Local answers, and Node until it runs nothing, one after the other.
 * @param java has the archive of classes with which a prepared start loads the database; without it, Java starts by itself.
 */
const bareStartMs = async (java?: JavaStart): Promise<number> => {
  const data = mkdtempSync(join(tmpdir(), 'scangate-bare-'));
  const folder = await openDataFolder(data);
  try {
    const startedAt = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    const database = await startDatabase(folder, { java });
    const ms = performance.now() - startedAt;
    await database.stop();
    return ms;
  } finally {
    await folder.release();
    rmSync(data, { recursive: true, force: true });
  }
};

/** Measures the start of the service and a verdict on the sample, on this machine. */
export const measureStartTimes = async (): Promise<Figure[]> => {
  const data = mkdtempSync(join(tmpdir(), 'scangate-start-'));
  let running: Running | undefined;
  try {
    running = await start(data);
    const fresh = running.startMs;
    const demo = await demoToken(data, running.url);
    const cold = await scanMs(running.url, demo, sampleCommits.vulnerable);
    const warm = await scanMs(running.url, demo, sampleCommits.fixed);
    await untilPrepared();
    await running.stop();
    running = await start(data);
    const again = running.startMs;
    await running.stop();
    const bare = await bareStartMs();
    const archived = await bareStartMs(keptJavaStart(root));
    const [first, prepared] = [
      'npm start to the first answer, fresh',
      'npm start to the first answer, again',
    ];
    return [
      timed(first, fresh),
      timed(prepared, again),
      timed('Java and Node by themselves', bare),
      timed('Java with the archive of classes, and Node', archived),
      ratio(prepared, again, fresh),
      { ...ratio(prepared, again, bare), unit: 'times Java and Node', limit: 1.2 },
      { ...ratio(prepared, again, archived), unit: 'times Java with the archive, and Node' },
      { ...ratio(first, fresh, bare), unit: 'times Java and Node' },
      timed('sample scan, cold', cold),
      timed('sample scan, warm', warm),
      ratio('sample scan, warm', warm, cold),
    ];
  } finally {
    await running?.stop();
    rmSync(data, { recursive: true, force: true });
  }
};

import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database-process';
import { currentBuild } from '#local/current-build.mjs';
import { bundleStart } from '#local/startup/bundle-start.ts';
import { startLocalCloud } from '#local/start.ts';
import { fixtureApp } from '../emulators/aws/fixtures/app.ts';
import { isSampled } from '#test/support/runs/samples.ts';
import { freePort } from '#test/support/free-port.ts';
import { clientOf, openWorkbench, temporaryFolder } from '../emulators/aws/workbench.ts';

const root = join(import.meta.dirname, '..', '..');
const folders: string[] = [];
const folder = () => {
  const path = temporaryFolder();
  folders.push(path);
  return path;
};
const groups: number[] = [];
afterEach(() => {
  // Whatever a failed test left running.
  for (const pid of groups.splice(0)) if (isAlive(-pid)) process.kill(-pid, 'SIGKILL');
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const run = (script: string, args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.error += chunk.toString()));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  return { child, output, exit };
};

const startFixture = async (data: string) => {
  const running = run('test/emulators/aws/fixtures/start.ts', [data]);
  await Promise.race([once(running.child.stdout, 'data'), running.exit]);
  return {
    ...running,
    ...(JSON.parse(running.output.out) as { url: string; environment: Record<string, string> }),
  };
};

const databasePid = (data: string): number =>
  (JSON.parse(readFileSync(join(data, 'dynamodb.pid'), 'utf8')) as { pid: number }).pid;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a taken port is reported in one line, and the exit code is not 0', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { output, exit } = run('bin/local.mjs', [], { PORT: String(port), SCANGATE_DATA: folder() });
  expect((await exit)[0]).toBe(1);
  expect(output.error).toBe(`Port ${port} is taken: stop what listens there, or set PORT.\n`);
  server.close();
});

test('without Java the message says which version is needed and how to install it', async () => {
  const { output, exit } = run('bin/local.mjs', [], {
    PORT: '0',
    SCANGATE_DATA: folder(),
    PATH: '/nonexistent',
  });
  expect((await exit)[0]).toBe(1);
  expect(output.error).toMatch(/^DynamoDB Local needs Java 17 or newer: install one .*\n$/);
});

test('with a Java that is too old the message says so', async () => {
  const bin = folder();
  const complaint = 'java.lang.UnsupportedClassVersionError: has been compiled by a more recent version';
  writeFileSync(join(bin, 'java'), `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
  const PATH = `${bin}:${process.env['PATH']}`;
  const { output, exit } = run('bin/local.mjs', [], { PORT: '0', SCANGATE_DATA: folder(), PATH });
  expect((await exit)[0]).toBe(1);
  expect(output.error).toMatch(/^The Java found here is too old\. DynamoDB Local needs Java 17 or newer/);
});

test('a PORT that is not a port is refused', async () => {
  const { output, exit } = run('bin/local.mjs', [], { PORT: 'eighty', SCANGATE_DATA: folder() });
  expect([(await exit)[0], output.error]).toEqual([1, 'PORT is eighty: give a number from 0 to 65535.\n']);
});

test('after kill -9 no process is left, and the next start continues where it stopped', async () => {
  const data = folder();
  const first = await startFixture(data);
  const database = databasePid(data);
  expect(isAlive(database)).toBe(true);
  const client = new SFNClient(clientOf(first.environment['AWS_ENDPOINT_URL_SFN'] ?? ''));
  const stateMachineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:fixture-machine';
  await client.send(
    new StartExecutionCommand({ stateMachineArn, name: 'survivor', input: '{"waitSeconds":60}' }),
  );
  client.destroy();
  first.child.kill('SIGKILL');
  await first.exit;
  await expect.poll(() => isAlive(database), { timeout: 10_000 }).toBe(false);

  const cloud = await startLocalCloud({ data, port: 0, buildApp: fixtureApp });
  await cloud.clock.advanceTo(cloud.clock.now() + 61_000);
  const response = await fetch(`${cloud.url}/_local/executions/survivor`);
  expect(await response.json()).toMatchObject({ status: 'SUCCEEDED', name: 'survivor' });
  await cloud.close();
});

test('a database that an earlier start left running is ended before the next one opens its files', async () => {
  const bench = await openWorkbench();
  const orphan = await startDatabase(bench.folder);
  const pid = databasePid(bench.folder.path);
  const next = await startDatabase(bench.folder);
  expect(isAlive(pid)).toBe(false);
  expect(next.url).not.toBe(orphan.url);
  await orphan.stop();
  await next.stop();
  await bench.close();
});

/** The service answers before its demo is set up, which a stop may interrupt. */
const listening = async (port: string): Promise<void> => {
  const health = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(health, { timeout: 60_000, interval: 100 }).toBe(true);
};

/** Bundles what `npm start` starts, as an earlier start leaves it. @returns the entry of the bundle. */
const preparedStart = async (): Promise<string> => {
  const builds = join(root, 'build/start');
  return currentBuild(root, builds) ?? (await bundleStart(root, builds));
};

/** `npm test` ends one start by a signal and one of npm, each night all of them. */
const sampled = <T>(ways: readonly T[]): T[] => ways.filter((_way, index) => isSampled(index, ways.length));

test.each(sampled(['SIGTERM', 'SIGHUP'] as const))(
  '%s ends everything that was started from the prepared bundle within three seconds, with exit code 0',
  async (signal) => {
    const data = folder();
    const PORT = String(await freePort());
    const bundle = await preparedStart();
    // Node then names each module that it loads.
    const { child, exit, output } = run('bin/local.mjs', [], {
      PORT,
      SCANGATE_DATA: data,
      NODE_DEBUG: 'esm',
    });
    await Promise.race([listening(PORT), exit]);
    const isLoaded = (path: string) => output.error.includes(path);
    expect([bundle, 'lib/local/startup/serve-local.ts'].map(isLoaded)).toEqual([true, false]);
    const database = databasePid(data);
    const at = performance.now();
    child.kill(signal);
    expect((await exit)[0]).toBe(0);
    expect(performance.now() - at).toBeLessThan(3000);
    expect(isAlive(database)).toBe(false);
  },
);

/** All processes that descend from this one, itself included. */
const processTree = (pid: number): number[] => {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = rows.map((row) => row.trim().split(/\s+/).map(Number) as [pid: number, parent: number]);
  const below = (parent: number): number[] =>
    parents.filter(([, of]) => of === parent).flatMap(([child]) => [child, ...below(child)]);
  return [pid, ...below(pid)];
};

const endings: [string, (npm: number) => boolean][] = [
  ['npm gets SIGTERM', (npm) => process.kill(npm, 'SIGTERM')],
  ['npm is killed', (npm) => process.kill(npm, 'SIGKILL')],
  ['its terminal is closed', (npm) => process.kill(-npm, 'SIGHUP')],
];

test.each(sampled(endings))('npm start leaves no process behind when %s', async (_how, end) => {
  const data = folder();
  const PORT = String(await freePort());
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT, SCANGATE_DATA: data },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal gives it.
    detached: true,
  });
  groups.push(npm.pid ?? 0);
  await listening(PORT);
  // A closed terminal takes the output with it.
  npm.stdout.destroy();
  npm.stderr.destroy();
  const tree = processTree(npm.pid ?? 0);
  expect(tree).toContain(databasePid(data));
  expect(tree.length).toBeGreaterThan(2);
  end(npm.pid ?? 0);
  await expect.poll(() => tree.filter(isAlive), { timeout: 10_000 }).toEqual([]);
});

import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { startDatabase } from '@scangate/emulator-aws/dynamodb/database';
import { startLocalCloud } from '#local/start.ts';
import { fixtureApp } from '../emulators/aws/fixtures/app.ts';
import { clientOf, openWorkbench, temporaryFolder } from '../emulators/aws/workbench.ts';

const root = join(import.meta.dirname, '..', '..');
const folders: string[] = [];
const folder = () => {
  const path = temporaryFolder();
  folders.push(path);
  return path;
};
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const run = (script: string, args: string[], env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.error += chunk.toString()));
  const exit = once(child, 'exit') as Promise<[number | null, string | null]>;
  return { child, said, exit };
};

const started = async (data: string) => {
  const running = run('test/emulators/aws/fixtures/start.ts', [data]);
  await Promise.race([once(running.child.stdout, 'data'), running.exit]);
  return {
    ...running,
    ...(JSON.parse(running.said.out) as { url: string; environment: Record<string, string> }),
  };
};

const readPid = (data: string): number =>
  (JSON.parse(readFileSync(join(data, 'dynamodb.pid'), 'utf8')) as { pid: number }).pid;

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a taken port is told in one line, and the exit code is not 0', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { said, exit } = run('bin/local.ts', [], { PORT: String(port), SCANGATE_DATA: folder() });
  expect((await exit)[0]).toBe(1);
  expect(said.error).toBe(`Port ${port} is taken: stop what listens there, or set PORT.\n`);
  server.close();
});

test('without Java it says which one and how to get it', async () => {
  const { said, exit } = run('bin/local.ts', [], {
    PORT: '0',
    SCANGATE_DATA: folder(),
    PATH: '/nonexistent',
  });
  expect((await exit)[0]).toBe(1);
  expect(said.error).toMatch(/^DynamoDB Local needs Java 17 or newer: install one .*\n$/);
});

test('with a Java that is too old it says so', async () => {
  const bin = folder();
  const complaint = 'java.lang.UnsupportedClassVersionError: has been compiled by a more recent version';
  writeFileSync(join(bin, 'java'), `#!/bin/sh\necho '${complaint}' >&2\nexit 1\n`, { mode: 0o755 });
  const PATH = `${bin}:${process.env['PATH']}`;
  const { said, exit } = run('bin/local.ts', [], { PORT: '0', SCANGATE_DATA: folder(), PATH });
  expect((await exit)[0]).toBe(1);
  expect(said.error).toMatch(/^The Java found here is too old\. DynamoDB Local needs Java 17 or newer/);
});

test('a PORT that is no port is told', async () => {
  const { said, exit } = run('bin/local.ts', [], { PORT: 'eighty', SCANGATE_DATA: folder() });
  expect([(await exit)[0], said.error]).toEqual([1, 'PORT is eighty: give a number from 0 to 65535.\n']);
});

test('after kill -9 nothing is left running, and the next start goes on where it stood', async () => {
  const data = folder();
  const first = await started(data);
  const database = readPid(data);
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

test('a database that an earlier start left behind is ended before the next one opens its files', async () => {
  const bench = await openWorkbench();
  const orphan = await startDatabase(bench.folder);
  const pid = readPid(bench.folder.path);
  const next = await startDatabase(bench.folder);
  expect(isAlive(pid)).toBe(false);
  expect(next.url).not.toBe(orphan.url);
  await orphan.stop();
  await next.stop();
  await bench.close();
});

test('SIGTERM ends everything within three seconds, with exit code 0', async () => {
  const data = folder();
  const { child, said, exit } = run('bin/local.ts', [], { PORT: '0', SCANGATE_DATA: data });
  await Promise.race([once(child.stdout, 'data'), exit]);
  expect(said.out).toMatch(/127\.0\.0\.1:\d+/);
  const database = readPid(data);
  const at = performance.now();
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
  expect(performance.now() - at).toBeLessThan(3000);
  expect(isAlive(database)).toBe(false);
});

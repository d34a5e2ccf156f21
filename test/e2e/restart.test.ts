import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeRepository } from '../support/local/cloud.ts';
import { freePort } from '../support/free-port.ts';

/** Runs the service in a process of its own that can be killed. The tests use the same service, one after another. */

interface Service {
  process: ChildProcess;
  url: string;
  output: () => string;
}

const running: Service[] = [];
const folders: string[] = [];

const launch = async (data: string): Promise<Service> => {
  const port = await freePort();
  const child = spawn(process.execPath, ['bin/local.mjs'], {
    env: { ...process.env, PORT: String(port), SCANGATE_DATA: data, SCANGATE_QUIET: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const service = { process: child, url: `http://127.0.0.1:${port}`, output: () => output };
  running.push(service);
  return service;
};

/** Waits until the service says where it listens. */
const ready = async ({ process: child, output }: Service): Promise<void> => {
  const said = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
  await Promise.race([said, once(child, 'exit')]);
  if (child.exitCode !== null) throw new Error(`the service ended: ${output()}`);
};

const start = async (data: string): Promise<Service> => {
  const service = await launch(data);
  await ready(service);
  return service;
};

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'scangate-restart-'));
  folders.push(path);
  return path;
};

afterAll(async () => {
  for (const { process: child } of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  for (const path of folders.splice(0)) rmSync(path, { recursive: true, force: true });
});

const post = async (url: string, body: object, token?: string): Promise<Record<string, unknown>> => {
  const headers = {
    'Content-Type': 'application/json',
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
};

const data = folder();
let restarted: Service | undefined;

test('after a kill in the middle of a scan and a restart, the scan ends and the ledger is clean', async () => {
  const first = await start(data);
  const organization = await post(`${first.url}/_local/organizations`, { name: 'Test', plan: 'Team' });
  const token = (organization['tokens'] as Record<string, string>)['owner'] ?? '';
  const { path, hashes } = makeRepository({
    'go.mod': 'module example.com/a\n\ngo 1.22\n',
    'main.go': 'package main\n',
  });
  const { repositoryId } = await post(`${first.url}/v1/repositories`, { url: path }, token);
  const scan = await post(
    `${first.url}/v1/scans`,
    { repositoryId, commitHash: hashes[0], scanTypes: ['sbom'] },
    token,
  );
  expect(scan['status']).toBe('queued');
  first.process.kill('SIGKILL');
  await once(first.process, 'exit');

  const second = await start(data);
  restarted = second;
  const answer = await fetch(`${second.url}/v1/scans/${String(scan['scanId'])}/wait?timeout=60&interval=1`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const gate = (await answer.json()) as { status: string; verdict: string };
  expect(gate).toMatchObject({ status: 'completed', verdict: 'PASS' });
  const audit = (await (await fetch(`${second.url}/_local/ledger-audit`)).json()) as { ok: boolean };
  expect(audit).toMatchObject({ ok: true, violations: [] });
});

test('a second process on the same data is reported in one line', async () => {
  if (!restarted) await start(data);
  const second = await launch(data);
  await once(second.process, 'exit');
  expect(second.process.exitCode).not.toBe(0);
  expect(second.output().trim().split('\n')).toHaveLength(1);
});

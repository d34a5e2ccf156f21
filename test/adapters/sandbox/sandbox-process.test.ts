import { once } from 'node:events';
import { openSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { smallHeap, type HeapOptions } from '#adapters/sandbox/sandbox-limits.ts';
import { SandboxProcess } from '#adapters/sandbox/sandbox-process.ts';
import { makeDirectory, failureOf } from '#test/support/git/test-repository.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const entry = join(import.meta.dirname, 'hostile-jobs.ts');
const { signal } = new AbortController();

afterEach(() => void vi.unstubAllEnvs());

const open = (
  options: { memoryMb?: number; descriptors?: number[]; heap?: HeapOptions } = {},
): SandboxProcess => {
  const readable = ['lib', 'node_modules', 'test/adapters/sandbox', 'package.json'].map((path) =>
    join(root, path),
  );
  const sandbox = new SandboxProcess({ entry, readable, memoryMb: 256, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
};

const run = async (job: string, input: unknown = null, sandbox = open()): Promise<unknown> =>
  (await sandbox.run({ job, input }, signal)).value;

test('JavaScript in the sandbox reaches no network, no other file, no process and no environment variable', async () => {
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'not-a-real-secret');
  const secretFile = join(makeDirectory(), 'secret');
  writeFileSync(secretFile, 'secret');
  let connections = 0;
  const server = createServer(() => (connections += 1)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { outcomes, environment } = (await run('escape', { port, secretFile })) as {
    outcomes: Record<string, string>;
    environment: Record<string, string>;
  };
  expect(Object.entries(outcomes).filter(([, outcome]) => !outcome.startsWith('refused'))).toEqual([]);
  expect(Object.keys(outcomes).length).toBeGreaterThan(20);
  expect(Object.keys(environment).filter((name) => name !== 'LD_LIBRARY_PATH')).toEqual([]);
  expect(connections).toBe(0);
});

test('WebAssembly, which runs grammars, still works', async () => {
  expect(await run('run WebAssembly')).toBe(true);
});

test('a new sandbox has no state of an earlier one', async () => {
  const first = open();
  expect(await run('remember', 'a', first)).toBeNull();
  expect(await run('remember', 'b', first)).toBe('a');
  expect(await run('remember', 'c')).toBeNull();
});

test('an open file is inherited, and needs no permission', async () => {
  const path = join(makeDirectory(), 'file');
  writeFileSync(path, 'bytes');
  expect(await run('spool', null, open({ descriptors: [openSync(path, 'r+')] }))).toBe('bytes');
});

test('bytes of any size pass in both directions', async () => {
  const content = Buffer.from(Array.from({ length: 5_000_000 }, (_, at) => at % 251));
  const questions: unknown[] = [];
  const answers = {
    content: async function* (question: unknown) {
      questions.push(question);
      yield content.subarray(0, 1);
      yield content.subarray(1);
    },
    value: async function* () {
      yield Buffer.from('{"a":');
      yield Buffer.from('1}');
    },
  };
  const { value, parts } = await open().run({ job: 'echo', input: null, answers }, signal);
  expect(parts.get('content')?.equals(content)).toBe(true);
  expect(parts.get('empty')).toHaveLength(0);
  expect(value).toEqual({ a: 1 });
  expect(questions).toEqual([{ from: 'the sandbox' }]);
});

test.each([
  ['that is empty', ''],
  ['whose letters take several bytes and two units at every boundary', `x${'😀'.repeat(1_200_000)}`],
  ['that is longer than the memory reserved for it', 'é'.repeat(6_000_000)],
])('a text %s passes in both directions', async (_name, text) => {
  const answers = {
    content: async function* () {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 999_999) yield bytes.subarray(at, at + 999_999);
    },
  };
  const { parts } = await open().run({ job: 'echo a text', input: null, answers }, signal);
  expect(parts.get('text')?.equals(Buffer.from(text))).toBe(true);
});

test('a piece is no longer read when the next one is requested', async () => {
  const pieces = Array.from({ length: 40 }, (_, number) => Buffer.alloc(100_000, number + 1));
  const whole = Buffer.concat(pieces);
  const content = async function* () {
    for (const piece of pieces) {
      yield piece;
      piece.fill(0);
    }
  };
  const job = { job: 'echo a text', input: null, answers: { content } };
  expect((await open().run(job, signal)).parts.get('text')?.equals(whole)).toBe(true);
});

test('a sandbox that gives memory back has the settings of the allocator in its environment, and nothing else', async () => {
  const { environment } = (await run(
    'escape',
    { port: 1, secretFile: '/none' },
    open({ heap: smallHeap }),
  )) as {
    environment: object;
  };
  expect(Object.keys(environment).filter((name) => name !== 'LD_LIBRARY_PATH')).toEqual([
    'MALLOC_ARENA_MAX',
    'MALLOC_MMAP_THRESHOLD_',
  ]);
});

test('a sandbox gets no answer to a question that its job does not offer', async () => {
  await expect(run('ask for something else')).rejects.toThrow('no answer to credentials');
});

test('a failed job leaves the sandbox able to run another one, even with a half-read answer', async () => {
  const sandbox = open();
  const answers = {
    content: async function* () {
      for (let sent = 0; sent < 20; sent += 1) yield Buffer.alloc(1_000_000);
    },
  };
  const left = sandbox.run({ job: 'leave an answer unread', input: null, answers }, signal);
  await expect(left).rejects.toThrow('read 1000000 bytes');
  expect(await run('remember', 'a', sandbox)).toBeNull();
});

test('a sandbox that runs out of memory ends alone', async () => {
  const failure = await failureOf(run('take all memory', null, open({ memoryMb: 64 })));
  expect(String(failure)).toMatch(/the sandbox ended: (?:SIGABRT|SIGTRAP|exit code 134)/);
});

test('an exit, an unknown job and a long error become errors of the caller', async () => {
  await expect(run('exit')).rejects.toThrow('the sandbox ended: exit code 7');
  await expect(run('toString')).rejects.toThrow('the sandbox has no job toString');
  expect(String(await failureOf(run('throw'))).length).toBeLessThan(2_100);
});

test('an abort kills a sandbox that does not react, with the reason of the signal', async () => {
  const reason = new Error('enough');
  const controller = new AbortController();
  const running = open().run({ job: 'run forever', input: null }, controller.signal);
  setTimeout(() => controller.abort(reason), 200);
  expect(await failureOf(running)).toBe(reason);
  expect(await failureOf(open().run({ job: 'echo', input: null }, AbortSignal.abort(reason)))).toBe(reason);
});

import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { memorySourceArchive } from '#adapters/memory/source-archive.ts';
import { readRange, type RangePorts } from '#app/scans/workflow/read-commit-range.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { digestOf } from '@scangate/engines/model/digest';
import type { KnownDetection } from '@scangate/engines/model/gate/reviewed-findings';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { runExecution } from '#test/support/scans/run-execution.ts';
import { silentLog } from '#test/support/silent-log.ts';
import { noon, write } from '#test/support/world.ts';
import { baseWorld, leakedKey, lock } from './base-world.ts';

type Files = Record<string, string>;

const clean = { 'package-lock.json': lock({ right: '1.0.0' }) };
const between = 'e'.repeat(40);
const key = (letter?: string): string => `export AWS_ACCESS_KEY_ID=${leakedKey(letter)}\n`;

/** Scans a change whose history has a commit with these files between base and head. */
const scanThrough = async (
  files: Files,
  { base = {}, head = {}, unread = [] }: { base?: Files; head?: Files; unread?: string[] } = {},
) => {
  const { world, scanHead } = baseWorld({ head: { ...clean, ...head }, base: { ...clean, ...base } });
  world.sources.between.push([between, { ...clean, ...files }]);
  world.sources.unreadBetween.push(...unread);
  return (await scanHead()).ended;
};

test('a secret that the range added and removed fails the check, never the verdict', async () => {
  const ended = await scanThrough({ 'deploy.sh': `#!/bin/sh\n${key()}` });
  expect(ended?.verdict?.reasons).toEqual(['no_issues_found']);
  expect(ended?.pullRequestCheck).toMatchObject({
    verdict: 'FAIL',
    reasons: ['introduced_secrets'],
    introduced: { secrets: { total: 1, critical: 1 } },
    history: {
      commits: 1,
      secrets: [
        { commitHash: between, file: 'deploy.sh', line: 2, rule: 'aws-access-key-id', severity: 'critical' },
      ],
      unread: [],
    },
  });
});

test.each<[string, Files, { base?: Files; head?: Files }]>([
  ['the base has', { 'other.sh': key() }, { base: { 'deploy.sh': key() } }],
  [
    'the head still has',
    { 'other.sh': key() },
    { head: { 'deploy.sh': `# old\n${key()}` }, base: { 'deploy.sh': key() } },
  ],
  ['a reviewed entry covers', { 'vendor/a.sh': key() }, { base: { '.scangateignore': 'vendor/\n' } }],
  ['is in a test', { 'test/a.sh': key() }, {}],
])('a secret of the range that %s fails nothing', async (_, files, sides) => {
  const ended = await scanThrough(files, sides);
  expect(ended?.pullRequestCheck?.reasons).toEqual(['no_new_issues']);
});

test('a copy in a place that a reviewed entry covers hides no other one, even of the same name', async () => {
  const base = { '.scangateignore': 'vendor/\n' };
  const ended = await scanThrough({ 'vendor/a.sh': key(), 'deploy.sh': key() }, { base });
  expect(ended?.pullRequestCheck?.history?.secrets).toMatchObject([{ file: 'deploy.sh' }]);
  const { world, scanHead } = baseWorld({ head: clean, base: clean });
  world.sources.between.push([between, { 'a.sh': 'echo\n' }], [between, { 'a.sh': key() }]);
  const { ended: second } = await scanHead();
  expect(second?.pullRequestCheck?.reasons).toEqual(['introduced_secrets']);
});

test('an entry or a comment of the range itself covers nothing', async () => {
  const files = {
    '.scangateignore': '**\n',
    'deploy.sh': key().replace('\n', ' # scangate:allow aws-access-key-id mine\n'),
  };
  expect((await scanThrough(files))?.pullRequestCheck?.reasons).toEqual(['introduced_secrets']);
});

test('what was not scanned is reported', async () => {
  const ended = await scanThrough({}, { unread: ['more than 1000 commits'] });
  expect(ended?.pullRequestCheck?.history).toEqual({
    commits: 1,
    secrets: [],
    unread: ['more than 1000 commits'],
  });
  const { world, scanHead } = baseWorld({ head: clean, base: clean });
  world.sources.fetchCommitRange = () => Promise.reject(new Error('the host is gone'));
  expect((await scanHead()).ended?.pullRequestCheck).toMatchObject({
    verdict: 'PASS',
    history: { commits: 0, secrets: [], unread: ['the history cannot be read'] },
  });
});

test.each([
  ['off', 0, 'no_new_issues'],
  ['on', 1, 'introduced_secrets'],
] as const)(
  'with verifySecrets %s, %d secrets of the range alone are verified with providers',
  async (verifySecrets, count, reason) => {
    const token = `r8_${fake(base62, 37, 1)}`;
    const { store, world, ports, create, scanOf } = baseWorld({ head: clean, base: clean });
    world.sources.between.push([between, { ...clean, 'test/a.env': `A=${token}\n` }]);
    const asked: string[] = [];
    world.providersOfSecrets.open = () => ({
      accepts: ({ rule }) => rule === 'replicate-token',
      verify: async (candidates) =>
        candidates.map(({ secret }) => {
          asked.push(secret);
          return 'live';
        }),
    });
    const { ref } = await create();
    const policy = { ...defaultPolicy, verifySecrets };
    const { organizationId, scanId } = ref;
    const item = { organizationId, digest: digestOf(policy), policy, createdAt: noon.toISOString() };
    await write(store, [
      ...(store.all('policy').some(({ digest }) => digest === item.digest)
        ? []
        : [{ change: 'insert' as const, record: 'policy' as const, item }]),
      { change: 'update', record: 'scan', id: { organizationId, scanId }, set: policyFields(policy) },
    ]);
    await runExecution(ref, ports);
    const check = scanOf(scanId)?.pullRequestCheck;
    expect([asked.length, check?.reasons]).toEqual([count, [reason]]);
    if (count > 0)
      expect(check?.history?.secrets).toMatchObject([
        { severity: 'critical', liveness: 'live', file: 'test/a.env' },
      ]);
    expect(JSON.stringify(store.all('scan'))).not.toContain(token);
  },
);

/** Reads a range whose files have these secrets, each named by its content and on its own line. */
const secretsIn = async (contents: readonly string[]) => {
  const detections = contents.map((content, index): KnownDetection => ({
    kind: 'secret',
    rule: 'private-key',
    severity: 'critical',
    file: '1/c/a',
    line: index + 1,
    content,
  }));
  const files = Readable.from([{ path: 'c/a', content: new Uint8Array(1) }]);
  const ports = {
    sources: { fetchCommitRange: async () => ({ files, skipped: [], commits: ['c'], unread: [] }) },
    detector: { detect: async () => ({ detections, complete: true }) },
    sourceArchive: memorySourceArchive,
    log: silentLog,
  } as unknown as RangePorts;
  const request = { location: { url: 'file:///r' }, head: 'h', known: [], lineKey: '' };
  return readRange(request, ports, { signal: new AbortController().signal, timeoutMs: 60_000 });
};

const limit = 1_000;
const copies = (content: string, count: number): string[] => Array.from({ length: count }, () => content);

test('copies of one secret push no other secret out of the limit, wherever they are', async () => {
  const last = await secretsIn([...copies('copied', 3 * limit), 'last']);
  expect(last.secrets).toHaveLength(limit);
  expect(last.secrets.filter(({ content }) => content === 'last')).toMatchObject([{ line: 3 * limit + 1 }]);
  expect(last.unread).toEqual([`more than ${limit} secrets`]);
  const others = Array.from({ length: limit - 1 }, (_, number) => `other-${number}`);
  const mixed = await secretsIn(others.flatMap((other) => ['copied', 'copied', other]));
  expect(new Set(mixed.secrets.map(({ content }) => content))).toEqual(new Set(['copied', ...others]));
});

test('a secret among copies is listed as the first of its kind, and copies fill the remaining room', async () => {
  const { secrets, unread } = await secretsIn(['a', 'b', 'a', 'a']);
  expect(secrets.map(({ content, line }) => `${content} ${line}`)).toEqual(['a 1', 'b 2', 'a 3', 'a 4']);
  expect(unread).toEqual([]);
});

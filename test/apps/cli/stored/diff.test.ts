import { beforeAll, describe, expect, test } from 'vitest';
import { makeRepository } from '#test/support/local/cloud.ts';
import {
  otherScanId,
  repositoryId,
  runWith,
  scan,
  scanId,
  secret,
  vulnerability,
} from '#test/support/cli/stored-world.ts';

const side = (id: string, letter: string, verdict: string) => ({
  scanId: id,
  commitHash: letter.repeat(40),
  branch: 'main',
  verdict,
  reason: verdict === 'PASS' ? 'no_issues_found' : 'critical_vulnerabilities_found',
  reasons: [],
  judgedAt: '2026-03-01T12:00:00.000Z',
  advisorySnapshot: { id: 's' },
});
const comparison = {
  base: side(otherScanId, 'b', 'PASS'),
  head: side(scanId, 'a', 'FAIL'),
  introduced: { total: 1, failing: 1, counts: {}, findings: [vulnerability('5f0c6f3a')] },
  fixed: { total: 12, failing: 0, counts: {}, findings: [secret('77aabb')] },
  unchanged: { total: 3, failing: 0, counts: {} },
  inputs: [
    { input: 'code', equal: false, head: '1', base: '2' },
    { input: 'policy', equal: true, head: '1', base: '1' },
  ],
  why: [{ reason: 'critical_vulnerabilities_found', of: 'head', causes: [{ input: 'code', findings: 1 }] }],
};
const compare = `GET /v1/scans/${scanId}/comparison`;
const resolved = { json: { repositoryId, fullName: 'acme/shop', projectUnits: [] } };

let path: string;
let hashes: string[];
beforeAll(() => {
  ({ path, hashes } = makeRepository({ a: '1' }, { a: '2' }));
});

/** Scans of the two commits, as far as they are stored. */
const storedAs = (stored: Record<string, object[]>) => ({
  'GET /v1/repositories/resolve': resolved,
  [compare]: { json: comparison },
  'GET /v1/scans': ({ url }: { url: string }) => ({
    json: { items: stored[new URL(url).searchParams.get('commit') ?? ''] ?? [] },
  }),
});
const run = (args: string[], answers: Parameters<typeof runWith>[1]) =>
  runWith(['diff', ...args, '--repository', 'acme/shop'], answers, { directory: path });
const hash = (at: number): string => hashes[at] ?? '';

describe('diff', () => {
  test('compares two scans by their ids', async () => {
    const { exitCode, out, asked } = await runWith(['diff', otherScanId, scanId], {
      [compare]: { json: comparison },
    });
    expect(exitCode).toBe(0);
    expect(asked).toEqual([`GET /v1/scans/${scanId}/comparison?with=${otherScanId}`]);
    for (const text of [
      'BASE  bbbbbbbbbbbb (main)  PASS: no_issues_found',
      'HEAD  aaaaaaaaaaaa (main)  FAIL: critical_vulnerabilities_found',
      'Introduced: 1, 1 fail the gate',
      'minimist@1.2.5',
      'Fixed: 12',
      'and 11 more',
      'Unchanged: 3',
      'critical_vulnerabilities_found, only of head: code (1 finding)',
      'Changed inputs: code',
    ])
      expect(out).toContain(text);
  });

  test('compares the newest stored scans of two commits, preferring those of the commit itself', async () => {
    const sent = scan({ scanId: '0197c0de-0000-7000-8000-00000000000f', sourceTrigger: 'cli' });
    const answers = storedAs({
      [hash(0)]: [scan({ scanId: otherScanId })],
      [hash(1)]: [sent, scan()],
    });
    const { exitCode, asked } = await run(['HEAD~1', hash(1).slice(0, 10), '--json'], answers);
    expect(exitCode).toBe(0);
    expect(asked.at(-1)).toBe(`GET /v1/scans/${scanId}/comparison?with=${otherScanId}`);
    expect(asked).toHaveLength(4);
  });

  test('names the commit that has no stored scan, and spends nothing', async () => {
    const { exitCode, log, sent } = await run(['HEAD~1', 'HEAD'], storedAs({ [hash(0)]: [scan()] }));
    expect([exitCode, log]).toEqual([6, expect.stringContaining(`No scan of ${hash(1)} is stored.`)]);
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('creates a missing scan with --scan, and waits for it', async () => {
    const verdict = { scanId, verdict: 'PASS', reason: 'no_issues_found', reasons: [], projectUnits: [] };
    const answers = {
      ...storedAs({ [hash(0)]: [scan({ scanId: otherScanId })] }),
      'POST /v1/scans': { status: 201, json: scan({ deduplicated: false, skippedScanTypes: [] }) },
      [`GET /v1/scans/${scanId}/wait`]: { text: `event: verdict\ndata: ${JSON.stringify(verdict)}\n\n` },
    };
    const { exitCode, sent, log } = await run(['HEAD~1', 'HEAD', '--scan'], answers);
    expect([exitCode, log]).toEqual([0, expect.stringContaining(`Scan ${scanId} of ${hash(1)}`)]);
    const created = sent.filter(({ method }) => method === 'POST');
    expect(created.map(({ body }) => body)).toEqual([{ repositoryId, commitHash: hash(1) }]);
  });

  test.each([
    ['a scan and a commit', [scanId, 'HEAD']],
    ['one scan twice', [scanId, scanId]],
    ['one commit twice', ['HEAD', 'main']],
    ['an unknown commit', ['abcdef12', 'HEAD']],
    ['an option in place of a commit', ['HEAD', '@{-1}..x']],
    ['one commit', ['HEAD']],
  ])('refuses %s before any request', async (_what, args) => {
    const { exitCode, sent } = await run(args, {});
    expect([exitCode, sent]).toEqual([6, []]);
  });
});

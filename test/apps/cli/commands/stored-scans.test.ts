import { describe, expect, test } from 'vitest';
import { canary, otherScanId, runWith, scanId } from '#test/support/cli/stored-world.ts';
import { runMain } from '#test/support/cli/run-main.ts';

/** Every command for stored scans, with the fewest arguments that it needs. */
const lines: readonly (readonly string[])[] = [
  ['findings', scanId],
  ['explain', scanId],
  ['sbom', scanId],
  ['diff', otherScanId, scanId],
  ['search', 'pkg:npm/minimist'],
  ['waive', '--rule', 'js-eval', '--reason', 'x', '--expires', '30d', '--scope', 'organization'],
  ['policy', 'check', 'gate.yaml'],
];
const files = { read: async () => Buffer.from('apiGateSeverityThreshold: high') };
const address = { SCANGATE_URL: 'https://scangate.example' };
const environment = { ...address, SCANGATE_TOKEN: canary };

const hostile = 'No.\u001b[2J\n::error::x\u202e';
const problem = (status: number, code: string) => ({ status, json: { status, code, detail: hostile } });

/** Answers every request in one way. */
const always = (status: number, text: string, headers: Record<string, string> = {}) =>
  (async () => new Response(text, { status, headers })) as unknown as typeof fetch;

describe.each(lines)('%s', (...line) => {
  const name = line[0];

  test.each([
    [401, 'unauthenticated', 4],
    [402, 'insufficient_credits', 5],
    [403, 'insufficient_scope', 4],
    [404, 'scan_not_found', 6],
    [409, 'conflict', 6],
    [422, 'validation_failed', 6],
    [429, 'rate_limited', 3],
    [503, 'temporarily_unavailable', 3],
  ])(
    `${name} ends after %i %s with %i, and prints messages of the service as text`,
    async (status, code, exitCode) => {
      const fetch = always(status, JSON.stringify(problem(status, code).json));
      const ran = await runMain(line, { environment, fetch, files });
      expect([ran.exitCode, ran.out]).toEqual([exitCode, '']);
      expect(ran.log).toContain(code);
      expect(ran.log).not.toMatch(/[^\n\P{Cc}]|\u202e|^::/mu);
      expect(ran.log).not.toContain(canary);
    },
  );

  test.each([
    ['an HTML page', always(200, '<html>', { 'content-type': 'text/html' })],
    ['truncated JSON', always(200, '{"items":[')],
    ['a redirect', always(307, '', { location: 'https://elsewhere.example/' })],
    ['no response', (() => Promise.reject(new TypeError('fetch failed'))) as unknown as typeof fetch],
  ])(`${name} ends with 3 after %s`, async (_what, fetch) => {
    const ran = await runMain(line, { environment, fetch, files });
    expect([ran.exitCode, ran.out]).toEqual([3, '']);
  });

  test(`${name} needs an address and a credential, before any request`, async () => {
    expect((await runMain(line, { files })).exitCode).toBe(6);
    expect((await runMain(line, { files, environment: address })).exitCode).toBe(4);
    const open = { ...environment, SCANGATE_URL: 'http://scangate.example' };
    expect((await runMain(line, { files, environment: open })).exitCode).toBe(6);
  });

  test(`${name} reports the refusal as JSON, too`, async () => {
    const ran = await runMain([...line, '--json'], {
      environment,
      fetch: always(404, JSON.stringify(problem(404, 'scan_not_found').json)),
      files,
    });
    expect(JSON.parse(ran.out)).toMatchObject({ exit: { code: 6, because: 'scan_not_found' } });
  });
});

test('no command reads input when it is asked for its help', async () => {
  for (const line of lines) {
    const words = line[0] === 'policy' ? line.slice(0, 2) : line.slice(0, 1);
    const ran = await runWith([...words, '--help'], {}, { columns: 80 });
    expect([ran.exitCode, ran.sent]).toEqual([0, []]);
    expect(Math.max(...ran.out.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(ran.out).toContain('Example\n  scangate ');
  }
});

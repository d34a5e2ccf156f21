import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseTransport } from '@scangate/client/request-transport';

const transport = join(import.meta.dirname, '../../lib/client/request-transport.ts');

/** Chooses the transport of a lockfile of 10 MB in a process of its own, and prints by how many MB its peak grows. */
const script = (sign: string) => `
import { chooseTransport } from ${JSON.stringify(transport)};
const { createHash } = await import('node:crypto');
let content = '';
for (let at = 0; content.length < 10_000_000; at++)
  content += createHash('sha512').update(String(at)).digest('base64') + ${JSON.stringify(sign)};
Buffer.from(content);
globalThis.gc();
const peak = () => process.resourceUsage().maxRSS / 1024;
const before = peak();
const { kind } = await chooseTransport({ lockfile: { path: 'package-lock.json', content } }, () => createHash('sha256'));
console.log(JSON.stringify({ kind, grown: Math.round(peak() - before) }));`;

test.each([
  ['does not compress', '', 'upload'],
  ['has characters of two bytes', 'é', 'upload'],
  [
    'compresses',
    '\n"version": "1.0.0", "license": "MIT", "resolved": "https://registry.example/package",',
    'body',
  ],
])('a request of 10 MB that %s takes the memory of one copy of it', (_how, sign, kind) => {
  const args = ['--expose-gc', '--input-type=module', '-e', script(sign)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(stderr).toBe('');
  const found = JSON.parse(stdout) as { kind: string; grown: number };
  expect(found.kind).toBe(kind);
  // Text, bytes and compressed bytes at once would be 30 MB and more.
  expect(found.grown).toBeLessThanOrEqual(25);
});

test.each([
  ['quotes', '"', 1_450_000, 'application/json'],
  ['more quotes', '"', 1_550_000, 'application/gzip'],
  ['line feeds', '\n', 1_950_000, 'application/json'],
  ['more line feeds', '\n', 2_050_000, 'application/gzip'],
  ['control characters', '\u0001', 700_000, 'application/json'],
])(
  '%s fit the event of a function as a JSON string in it, or are compressed',
  async (_what, sign, count, contentType) => {
    const found = await chooseTransport({ lockfile: { path: 'a', content: sign.repeat(count) } });
    expect(found).toMatchObject({ kind: 'body', body: { contentType } });
  },
);

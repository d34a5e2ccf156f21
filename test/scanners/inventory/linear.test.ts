import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';

const scanners = join(import.meta.dirname, '../../../lib/scanners');

/** A regex literal after what an expression may follow: `! = ( , : ? & |`, the start of a line, or `return`. */
const literal =
  /(?<=[!=(,:?&|]\s{0,3}|^\s{0,12}|return )\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[*\n])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])*)\/([gimsuy]*)/gm;

const literalsIn = (folder: string): RegExp[] =>
  readdirSync(join(scanners, folder)).flatMap((file) => {
    const code = readFileSync(join(scanners, folder, file), 'utf8')
      .split('\n')
      .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
      .join('\n');
    return [...code.matchAll(literal)].map(([, body = '', flags = '']) => new RegExp(body, flags));
  });

const patterns = ['advisor', 'inventory', 'sbom', 'sca/versions'].flatMap(literalsIn);

test('the expressions are found', () => {
  expect(patterns.length).toBeGreaterThan(40);
});

test.each(patterns.map((pattern) => [String(pattern), pattern] as const))(
  '%s cannot be made to backtrack by what it reads',
  (_, { source, flags }) => {
    expect(checkSync(source, flags, { timeout: 20_000 }).status).toBe('safe');
  },
);

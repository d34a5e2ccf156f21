import { readdirSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';

const folder = 'lib/domain/reports';
const literal =
  /(?<=[!=(,:?&|]\s{0,3}|^\s{0,12}|return )\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[*\n])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[\n])*)\/([gimsuy]*)/gm;

const patterns = readdirSync(folder).flatMap((file) =>
  [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(literal)]
    .map(([, body = '', flags = '']) => ({ body, flags }))
    .filter(({ body }) => body.length > 3),
);

test('the expressions are found', () => {
  expect(patterns.length).toBeGreaterThan(10);
});

test.each(patterns)('/$body/ cannot be made to backtrack by what it reads', ({ body, flags }) => {
  expect(checkSync(body, flags, { timeout: 20_000 }).status).toBe('safe');
});

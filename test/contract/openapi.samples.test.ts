import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operations } from '#test/support/api/document-parts.ts';

const root = join(import.meta.dirname, '..', '..');

const samplesOf = (lang: string): { name: string; source: string }[] =>
  operations.flatMap(({ name, operation }) => {
    const samples = (operation['x-codeSamples'] ?? []) as { lang: string; source: string }[];
    return samples.filter((sample) => sample.lang === lang).map(({ source }) => ({ name, source }));
  });

/** Runs a command. @returns what it printed, also when it failed. */
const printedBy = (command: string, args: string[]): string => {
  try {
    return execFileSync(command, args, { encoding: 'utf8' });
  } catch (error) {
    return String((error as { stdout?: string }).stdout) + String((error as { stderr?: string }).stderr);
  }
};

test('every sample in TypeScript compiles against the client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const blocks = samplesOf('TypeScript').map(({ name, source }) => `{ // ${name}\n${source}\n}`);
  expect(blocks.length).toBeGreaterThan(140);
  const start = "const client = createClient({ baseUrl: 'https://scangate.example', token: 'a' });";
  const wrong = "// @ts-expect-error There is no such operation.\nawait client.call('no-such-operation');";
  const text = ["import { createClient } from '@scangate/client';", start, ...blocks, wrong].join('\n');
  writeFileSync(join(folder, 'samples.ts'), text);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = { noEmit: true, noUnusedLocals: false };
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions,
    files: ['samples.ts'],
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  expect(printedBy(process.execPath, [tsc, '--project', folder])).toBe('');
});

test('every sample for a shell is a command that the shell can read', () => {
  const script = samplesOf('Shell').map(({ source }) => source);
  expect(printedBy('sh', ['-n', '-c', script.join('\n')])).toBe('');
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import checkedIn from '#contract/openapi.json' with { type: 'json' };
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

/** Compiles a text as strictly as this project. @returns what the compiler says */
const compiled = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'samples-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'samples.ts'), text);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const config = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: { noEmit: true, noUnusedLocals: false },
    files: ['samples.ts'],
    include: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  return printedBy(process.execPath, [tsc, '--project', folder]);
};

test('every sample in TypeScript compiles against the client', () => {
  const blocks = samplesOf('TypeScript').map(({ name, source }) => `{ // ${name}\n${source}\n}`);
  expect(blocks.length).toBeGreaterThan(140);
  const start = "const client = createClient({ baseUrl: 'https://scangate.example', token: 'a' });";
  const wrong = "// @ts-expect-error There is no such operation.\nawait client.call('no-such-operation');";
  const text = ["import { createClient } from '@scangate/client';", start, ...blocks, wrong].join('\n');
  expect(compiled(text)).toBe('');
});

test('the sample for events compiles against the client, with the sample of the API as a whole', () => {
  const { info, tags } = checkedIn;
  const texts = [info.description, ...tags.map(({ description }) => description)];
  const code = texts.flatMap((text) =>
    [...text.matchAll(/```ts\n([^]*?)```/g)].map(([, block = '']) => block),
  );
  expect(code).toHaveLength(2);
  const given = "const rawBody = ''; const headers = new Headers();";
  expect(compiled([given, ...code, 'void client;'].join('\n'))).toBe('');
});

test('an archive is saved, a text is read as text, and a body may be sent compressed', () => {
  const of = (name: string) =>
    samplesOf('Shell')
      .concat(samplesOf('TypeScript'))
      .filter((one) => one.name === name);
  expect(of('get-proof').map(({ source }) => source.slice(0, 10))).toEqual(['curl -OJ "']);
  expect(of('export-ledger').at(-1)?.source).toContain('client.text(');
  expect(
    of('create-scan')
      .map(({ source }) => source)
      .join('\n'),
  ).toContain('--data-binary @-');
});

test('every shell sample is a command that the shell can parse', () => {
  const script = samplesOf('Shell').map(({ source }) => source);
  expect(printedBy('sh', ['-n', '-c', script.join('\n')])).toBe('');
});

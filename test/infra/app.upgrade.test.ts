import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { recordVersions } from '#adapters/dynamodb/record-versions.ts';
import { buildApp } from '#infra/app.ts';
import { recordRelease, type RecordedRelease } from '#test/support/releases/recorded-release.ts';
import { placeholderOf, synthesize } from './synthesized.ts';

const folder = join(import.meta.dirname, 'releases', 'recorded');
const releaseIn = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedRelease;
/** Oldest first. An upgrade begins at the newest that was recorded. */
const [previous] = readdirSync(folder)
  .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  .map(releaseIn) as [RecordedRelease];
const today = recordRelease('today', synthesize().stacks);

describe(`an upgrade from ${previous.version}`, () => {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const outdir = mkdtempSync(join(tmpdir(), 'scangate-upgrade-'));

  beforeAll(() => {
    buildApp({ codeOf: placeholderOf, outdir }).synth();
  });

  test.each(Object.keys(previous.stacks))(
    'of %s removes and replaces nothing that holds data or an address: `cdk diff`',
    async (name) => {
      const template = join(outdir, `${name}.previous.json`);
      writeFileSync(template, JSON.stringify(previous.stacks[name]));
      const args = [
        cdk,
        'diff',
        `scangate-${name}`,
        '--exclusively',
        '--no-color',
        '--app',
        outdir,
        '--template',
        template,
      ];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
        env: { ...process.env, CI: 'true' },
        maxBuffer: 20_000_000,
      });
      const said = `${stdout}${stderr}`.split('\n');
      expect(said.some((line) => line.startsWith('[~] ') || line.startsWith('[+] AWS::'))).toBe(true);
      expect(
        said.filter((line) => /^\[-\] AWS::|^\[.\] AWS::.*\breplaced?\b|requires replacement/.test(line)),
      ).toEqual([]);
    },
  );

  test('keeps what holds data or an address under its logical id, and whatever was retained', () => {
    for (const [name, { Resources }] of Object.entries(previous.stacks))
      for (const [id, { Type, DeletionPolicy }] of Object.entries(Resources))
        expect([id, today.stacks[name]?.Resources[id]]).toMatchObject([
          id,
          { Type, ...(DeletionPolicy && { DeletionPolicy }) },
        ]);
  });

  test('keeps every export of the first stack, which the running stacks import', () => {
    const ofFirst = previous.imported.filter((name) => name.startsWith('scangate-stateful:'));
    expect(ofFirst.length).toBeGreaterThan(5);
    expect(ofFirst.filter((name) => !today.imported.includes(name))).toEqual([]);
  });

  test('writes each record in a version that the code before it reads, which runs beside it', () => {
    for (const [record, { writes }] of Object.entries(recordVersions))
      expect([record, writes <= (previous.reads[record] ?? 1)]).toEqual([record, true]);
  });
});

import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildApp } from '#infra/app.ts';
import { placeholderOf } from '#test/infra/synthesized.ts';
import type { RecordedRelease } from './recorded-release.ts';

const folder = join(import.meta.dirname, '../../infra/releases/recorded');
const releaseIn = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecordedRelease;

/** The newest release that was recorded, at which an upgrade begins. */
export const [previousRelease] = readdirSync(folder)
  .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  .map(releaseIn) as [RecordedRelease];

const removesOrReplaces = /^\[-\] AWS::|^\[.\] AWS::.*\breplaced?\b|requires replacement/;

/**
 * Synthesizes the stacks of today. @returns what `cdk diff` says of the upgrade of a stack, by lines: from the newest release, or
 * from another template.
 */
export const openUpgrade = () => {
  const cdk = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');
  const outdir = mkdtempSync(join(tmpdir(), 'scangate-upgrade-'));
  buildApp({ codeOf: placeholderOf, outdir }).synth();
  return async (
    name: string,
    from = previousRelease.stacks[name],
  ): Promise<{ all: string[]; replacing: string[] }> => {
    const template = join(outdir, `${name}.previous.json`);
    writeFileSync(template, JSON.stringify(from));
    const args = ['diff', `scangate-${name}`, '--exclusively', '--no-color', '--app', outdir];
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [cdk, ...args, '--template', template],
      { env: { ...process.env, CI: 'true' }, maxBuffer: 20_000_000 },
    );
    const all = `${stdout}${stderr}`.split('\n');
    return { all, replacing: all.filter((line) => removesOrReplaces.test(line)) };
  };
};

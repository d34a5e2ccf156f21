import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleRepository } from '#local/sample/sample-repository.ts';
import type { Figure } from './figures.ts';

const section = 'Command line';
const root = join(import.meta.dirname, '../..');
const probe = join(import.meta.dirname, 'cli-probe.mjs');
/** The fastest of this many runs counts: other work on the machine only adds to it. */
const runs = 12;

interface Run {
  wallMs: number;
  enginesMs: number;
  peakMegabytes: number;
}

const run = (args: readonly string[], data: string): { wallMs: number; stderr: string } => {
  const startedAt = performance.now();
  const { stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, SCANGATE_DATA: data },
  });
  return { wallMs: performance.now() - startedAt, stderr };
};

const scan = (repository: string, data: string): Run => {
  const { wallMs, stderr } = run(
    ['--import', probe, join(root, 'bin/scangate.mjs'), 'scan', '--offline', repository],
    data,
  );
  const last = stderr.slice(stderr.lastIndexOf('\n') + 1);
  return { wallMs, ...(JSON.parse(last) as Omit<Run, 'wallMs'>) };
};

/** Commits one file with git's own objects. */
const oneFileRepository = async (directory: string): Promise<void> => {
  const git = await import('isomorphic-git');
  const author = { name: 'bench', email: 'bench@sample.invalid', timestamp: 0, timezoneOffset: 0 };
  await git.init({ fs, dir: directory, defaultBranch: 'main' });
  fs.writeFileSync(join(directory, 'index.js'), 'console.log(1);\n');
  await git.add({ fs, dir: directory, filepath: 'index.js' });
  await git.commit({ fs, dir: directory, message: 'one file', author });
};

const least = (values: readonly number[]): number => Math.round(Math.min(...values) * 10) / 10;

/**
 * Measures a scan by the command line: its start on a repository of one file, without the engines' own work (reading
 * advisories and inventory, loading and running engines), against `node -e 0`; and its memory on the sample.
 */
export const measureCommandLine = async (): Promise<Figure[]> => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  try {
    const [sample, oneFile] = [join(folder, 'sample'), join(folder, 'one-file')];
    await sampleRepository(sample);
    fs.mkdirSync(oneFile);
    await oneFileRepository(oneFile);
    // The first run builds the bundle and fills the compile cache.
    scan(oneFile, folder);
    const empty: number[] = [];
    const scans: Run[] = [];
    for (let count = 0; count < runs; count += 1) {
      empty.push(run(['--import', probe, '-e', '0'], folder).wallMs);
      scans.push(scan(oneFile, folder));
    }
    const ownMs = least(scans.map(({ wallMs, enginesMs }) => wallMs - enginesMs));
    const emptyMs = least(empty);
    const ratio = Math.round((ownMs / emptyMs) * 100) / 100;
    const peakMegabytes = Math.round(scan(sample, folder).peakMegabytes);
    const figure = (what: string, unit: string, value: number): Figure => ({ section, what, unit, value });
    return [
      figure('node -e 0', 'ms', emptyMs),
      figure('scan of one file, without the engines', 'ms', ownMs),
      { ...figure('the same, as a multiple of node -e 0', 'times', ratio), limit: 3 },
      figure('engines of one file', 'ms', least(scans.map(({ enginesMs }) => enginesMs))),
      { ...figure('peak memory of a scan of the sample', 'MB', peakMegabytes), limit: 200 },
    ];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
};

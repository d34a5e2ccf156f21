import { build, type Metafile } from 'esbuild';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { esModules } from '#infra/bundle/cloud-options.ts';
import { copyPackages } from '#infra/bundle/packaged-files.ts';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import { shardBuilder } from '@scangate/engines/advisories/snapshot';
import { packageCount, recordCount } from './dependencies.ts';
import { advisoryRecords } from './dependency-input.ts';
import { syftDocument } from './lockfiles/syft-document.ts';
import type { Row } from './row.ts';
import { bestWallMs } from './stopwatch.ts';

const folders: Readonly<Record<string, string>> = { 'dependency-advisor': 'advisor/advisor' };

/** Each engine as a program of its own, and the function that runs all of them. */
const programs = [
  ...scanTypes.map((name) => ({
    name,
    entry: `lib/engines/${folders[name] ?? `${name}/${name}`}-engine.ts`,
  })),
  { name: 'scan-unit', entry: 'functions/workflow/scan-unit/handler.ts' },
];

/** Returns the bytes that a start loads, without what is loaded on demand. */
const startBytes = ({ outputs }: Metafile, entry: string): number => {
  const seen = new Set<string>();
  const open = Object.keys(outputs).filter((path) => outputs[path]?.entryPoint === entry);
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    for (const each of outputs[path]?.imports ?? [])
      if (each.kind === 'import-statement' && outputs[each.path]) open.push(each.path);
  }
  return [...seen].reduce((total, path) => total + (outputs[path]?.bytes ?? 0), 0);
};

/** Bundles a program as ES modules: an engine may await as it loads. */
const bundleProgram = async ({ name, entry }: { name: string; entry: string }, directory: string) => {
  const outdir = join(directory, name);
  const { metafile } = await build({
    ...esModules,
    entryPoints: { [name]: entry },
    outdir,
    splitting: true,
    sourcemap: false,
    metafile: true,
  });
  for (const { inputs } of Object.values(metafile.outputs)) await copyPackages(outdir, inputs);
  return { name, url: pathToFileURL(join(outdir, `${name}.mjs`)).href, bytes: startBytes(metafile, entry) };
};

const startMs = (script: string): Promise<number> =>
  bestWallMs(
    () => execFileSync(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }),
    5,
  );

/** Measures the sizes of the bundles and the time Node takes to load each, beyond its own start. */
export const measureLoading = async (): Promise<Row[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  try {
    const bare = await startMs('');
    const rows: Row[] = [];
    for (const program of programs) {
      const { name, url, bytes } = await bundleProgram(program, directory);
      const section = 'Loading';
      rows.push({ section, what: `${name}: bundle at its start, unzipped`, value: bytes / 1e3, unit: 'kB' });
      const ms = (await startMs(`await import(${JSON.stringify(url)})`)) - bare;
      rows.push({ section, what: `${name}: cold import`, value: Math.max(0, ms), unit: 'ms' });
    }
    return rows;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** Bundles to JavaScript, because reading TypeScript takes memory that a Lambda does not spend. */
const child = async (name: string, directory: string): Promise<string> => {
  const outfile = join(directory, `${name}.mjs`);
  const entry = join(import.meta.dirname, 'children', `${name}.ts`);
  const banner = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: { js: banner },
    logLevel: 'silent',
  });
  return outfile;
};

interface Measured {
  peakBytes: number;
  cpuMs?: number;
}

/** The heap of a sandbox in the function of small units, which has 1 GB (`isolationArguments`). */
const sandboxHeapMb = 716;

/** Runs a child of the bench in a process of its own, with the young generation that a Lambda has, and the heap of a sandbox. */
const runChild = async (name: string, args: readonly string[], directory: string): Promise<Measured> => {
  const started = fork(await child(name, directory), [...args], {
    execArgv: ['--max-semi-space-size=8', `--max-old-space-size=${sandboxHeapMb}`],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [measured] = (await once(started, 'message')) as [Measured];
  return measured;
};

const imagePackages = 100_000;

export const measureMemory = async (): Promise<Row[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-bench-'));
  try {
    const builder = shardBuilder('npm');
    for (const record of advisoryRecords(recordCount)) {
      const compacted = compactRecord(record);
      if (compacted.kind === 'advisory') for (const [, shard] of compacted.shards) builder.add(shard);
    }
    const [shardFile, document] = [join(directory, 'npm.shard'), join(directory, 'image.json')];
    writeFileSync(shardFile, builder.encode().bytes);
    writeFileSync(document, syftDocument(imagePackages));
    const sca = await runChild('sca-memory', [shardFile, String(packageCount)], directory);
    const image = await runChild('image-child', [shardFile, document], directory);
    const section = 'Memory';
    const what = `sca: ${packageCount} packages against ${recordCount} advisories, a process of its own`;
    const ofImage = `SBOM of an image with ${imagePackages} packages read and matched, a process of its own`;
    return [
      { section, what, value: sca.peakBytes / 1e6, unit: 'MB at most', atMost: 150 },
      { section, what: ofImage, value: image.peakBytes / 1e6, unit: 'MB at most', atMost: 300 },
      { section, what: ofImage, value: (image.cpuMs ?? NaN) / 1e3, unit: 's of CPU', atMost: 3 },
    ];
  } finally {
    rmSync(directory, { recursive: true });
  }
};

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sandboxBeside } from '#adapters/sandbox/open-sandbox.ts';
import { checkArtifact, contentOf } from '#app/scans/check-artifact.ts';
import { bundleDirectory } from '#infra/bundle/bundle-functions.ts';
import type { Figure } from './figures.ts';
import { largestBody, sbomOf } from './memory/bodies.ts';

const section = 'Sandbox (a process for each task)';
const runs = 5;
const { signal } = new AbortController();

const least = (values: readonly number[]): number => Math.round(Math.min(...values) * 10) / 10;

const timed = async (run: () => unknown): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

const repeated = async (run: () => unknown): Promise<number> => {
  const times: number[] = [];
  for (let count = 0; count < runs; count += 1) times.push(await timed(run));
  return least(times);
};

/** Reads the highest resident memory of a process; it is unknown where the system does not say. */
const peakMegabytes = (pid: number): number => {
  const file = `/proc/${pid}/status`;
  const status = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024);
};

/** Measures what a sandbox adds to the check of an artifact, as bundled for the cloud: time, memory and bytes. */
export const measureSandbox = async (bundles: string): Promise<Figure[]> => {
  const folder = join(bundleDirectory(bundles), 'check-artifact');
  const open = sandboxBeside(pathToFileURL(join(folder, 'index.mjs')).href, {
    name: 'check-artifact',
    source: 'functions/workflow/check-artifact/sandbox.ts',
  });
  let peak = 0;
  const check = async (content: Buffer): Promise<void> => {
    const sandbox = open([]);
    const answers = {
      content: async function* () {
        yield content;
      },
    };
    await sandbox.run({ job: 'check-artifact', input: { kind: 'sbom' }, answers }, signal);
    peak = Math.max(peak, peakMegabytes(sandbox.pid));
    sandbox.close();
  };
  const small = Buffer.from(JSON.stringify(sbomOf(1)));
  const large = Buffer.from(largestBody(sbomOf, 10 * 1024 * 1024));
  const here = (content: Buffer) => repeated(() => checkArtifact({ kind: 'sbom' }, contentOf(content)));
  const smallMs = await repeated(() => check(small));
  const smallPeak = peak;
  const [largeMs, hereMs] = [await repeated(() => check(large)), await here(large)];
  const figure = (what: string, unit: string, value: number): Figure => ({ section, what, unit, value });
  return [
    figure('small SBOM, start included', 'ms', smallMs),
    figure('small SBOM', 'MB of the sandbox', smallPeak),
    figure('10 MB SBOM, start included', 'ms', largeMs),
    figure('10 MB SBOM, as a multiple of this process', 'times', Math.round((largeMs / hereMs) * 100) / 100),
    figure('10 MB SBOM', 'MB of the sandbox', peak),
    figure('10 MB SBOM', 'bytes through the pipe', large.length),
  ];
};

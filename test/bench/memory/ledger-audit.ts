import { build } from 'esbuild';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figures.ts';
import type { Peak } from './memory.ts';

const entries = 1_000_000;
/** The heap of the program. A tenth of the entries would not fit. */
const heapMb = 24;
const maxMb = 128;
const mb = 1024 * 1024;

const bundle = async (directory: string, name: string): Promise<string> => {
  const outfile = join(directory, `${name}.mjs`);
  const entryPoint = join(import.meta.dirname, `${name}.ts`);
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
  });
  return outfile;
};

/** Runs in a process whose heap holds only a small part of the ledger. @throws Error when the heap does not suffice. */
const measured = async (
  directory: string,
  act: 'audit' | 'verify',
): Promise<{ seconds: number; peakMb: number }> => {
  const eventFile = join(directory, `${act}.json`);
  writeFileSync(eventFile, JSON.stringify({ act, count: entries }));
  const load = await bundle(directory, 'ledger-load');
  const child = fork(await bundle(directory, 'memory-child'), [load, eventFile], {
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=2'],
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let told: Peak | undefined;
  child.on('message', (message) => (told = message as Peak));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0 || !told) throw new Error(`${act} of ${entries} entries ended with ${code ?? signal}`);
  const { seen, ms } = told.result as { seen: number; ms: number };
  if (seen !== entries) throw new Error(`${act} saw ${seen} of ${entries} entries`);
  return { seconds: Math.round(ms / 100) / 10, peakMb: Math.round(told.peakBytes / mb) };
};

/** Measures the audit of a large ledger and the verification of its export. */
export const measureLedger = async (): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-ledger-'));
  const section = `Ledger of ${entries.toLocaleString('en')} entries, with a heap of ${heapMb} MB`;
  try {
    const acts = { audit: 'audited', verify: 'sealed, exported and verified' } as const;
    const figures: Figure[] = [];
    for (const act of ['audit', 'verify'] as const) {
      const { seconds, peakMb } = await measured(directory, act);
      figures.push({ section, what: acts[act], unit: 'seconds', value: seconds });
      figures.push({ section, what: acts[act], unit: 'MB at most', value: peakMb, limit: maxMb });
    }
    return figures;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

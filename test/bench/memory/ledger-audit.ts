import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figures.ts';
import { runWithHeap } from './run-with-heap.ts';

const entries = 1_000_000;
/** The heap of the program. A tenth of the entries would not fit. */
const heapMb = 24;
const maxMb = 128;
const mb = 1024 * 1024;

/** Runs in a process whose heap holds only a small part of the ledger. @throws Error when the heap does not suffice. */
const measured = async (
  directory: string,
  act: 'audit' | 'verify',
): Promise<{ seconds: number; peakMb: number }> => {
  const entry = join(import.meta.dirname, 'ledger-load.ts');
  const told = await runWithHeap(directory, { entry, event: { act, count: entries }, heapMb });
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

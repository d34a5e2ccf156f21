import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from '../figures.ts';
import { runWithHeap } from '../memory/run-with-heap.ts';

const mb = 1024 * 1024;
/** Plan, map and assembly, beside a transition for each slice. */
const ownTransitions = 3;

const size = { components: 5000, findings: 2000, scans: 100_000 } as const;
const limits = {
  proofMb: 256,
  proofCalls: 5,
  readsOfUnit: 2,
  packMb: 512,
  transitions: 205,
  reads: 2,
} as const;

interface ProofRun {
  calls: number;
  reads: number;
  units: number;
}
interface PackRun {
  slices: number;
  reads: number;
  scans: number;
}

const proofFigures = ({ calls, reads, units }: ProofRun, peakBytes: number): Figure[] => {
  const of = {
    section: 'Evidence',
    what: `proof of ${size.components.toLocaleString('en')} components and ${size.findings.toLocaleString('en')} findings`,
  };
  return [
    { ...of, unit: 'calls', value: calls, limit: limits.proofCalls },
    { ...of, unit: 'reads a unit', value: reads / units, limit: limits.readsOfUnit },
    { ...of, unit: 'MB at most', value: Math.round(peakBytes / mb), limit: limits.proofMb },
  ];
};

const packFigures = ({ slices, reads, scans }: PackRun, peakBytes: number): Figure[] => {
  const of = { section: 'Evidence', what: `auditor pack of ${scans.toLocaleString('en')} scans` };
  // The listings are read beside: about a thirtieth of a read for each hundred scans, at the request and by the plan.
  const perHundred = Math.floor((reads * 100) / scans);
  return [
    { ...of, unit: 'transitions', value: slices + ownTransitions, limit: limits.transitions },
    { ...of, unit: 'reads of 100 scans', value: perHundred, limit: limits.reads },
    { ...of, unit: 'MB at most', value: Math.round(peakBytes / mb), limit: limits.packMb },
  ];
};

/** Measures a large proof and a large auditor pack, each in a process of its own with the heap of its function. */
export const measureEvidence = async (): Promise<Figure[]> => {
  const directory = mkdtempSync(join(tmpdir(), 'scangate-evidence-'));
  const entry = join(import.meta.dirname, 'evidence-load.ts');
  try {
    const proof = await runWithHeap(directory, { entry, event: { act: 'proof', ...size }, heapMb: 176 });
    const pack = await runWithHeap(directory, { entry, event: { act: 'pack', ...size }, heapMb: 384 });
    return [
      ...proofFigures(proof.result as ProofRun, proof.peakBytes),
      ...packFigures(pack.result as PackRun, pack.peakBytes),
    ];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

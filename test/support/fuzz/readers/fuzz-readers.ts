import { processorMs } from '#test/support/processor-time.ts';
import { Dice } from '../dice.ts';
import { HeapSlope } from '../heap-slope.ts';
import { mutate } from './mutate.ts';
import type { ReaderClass, ReaderTarget } from './reader-target.ts';

interface ReaderFlaw {
  /** The seed of the case: FUZZ_SEED with one case repeats it. */
  seed: number;
  target: string;
  flaw: string;
  /** The damaged document, or its beginning. */
  bytes: string;
}

export interface FuzzedReaders {
  flaws: ReaderFlaw[];
  cases: number;
  /** The cases whose bytes were read. */
  read: number;
  /** By the time of the processor, so that a busy machine slows nothing. */
  slowest: { ms: number; seed: number; target: string };
  bytesPerCase: number;
  /** The bytes by which the heap grew in the later half. */
  bytesKept: number;
}

const shownBytes = 600;
const casesPerMeasure = 1_000;
const leastMeasures = 2;

const flawsOf = async (
  target: ReaderTarget,
  bytes: Buffer,
  sample: Parameters<ReaderTarget['read']>[1],
): Promise<{ flaws: string[]; isRead: boolean }> => {
  try {
    return { flaws: await target.read(bytes, sample), isRead: true };
  } catch (error) {
    if (target.isRefusal(error)) return { flaws: [], isRead: false };
    return { flaws: [String(error instanceof Error ? (error.stack ?? error) : error)], isRead: false };
  }
};

/** Damages samples of a class of readers, and reports what they did wrong. */
export const fuzzReaders = async (
  { name, open }: ReaderClass,
  { seed: firstSeed, cases }: { seed: number; cases: number },
): Promise<FuzzedReaders> => {
  const targets = await open();
  if (targets.length === 0) throw new Error(`the class ${name} has no readers`);
  const heap = new HeapSlope();
  const apart = Math.max(1, Math.min(casesPerMeasure, Math.floor(cases / leastMeasures)));
  const done: Omit<FuzzedReaders, 'bytesPerCase' | 'bytesKept'> = {
    flaws: [],
    cases,
    read: 0,
    slowest: { ms: 0, seed: 0, target: '' },
  };
  for (let index = 0; index < cases; index += 1) {
    const seed = firstSeed + index;
    const dice = new Dice(seed);
    const target = targets[seed % targets.length] as ReaderTarget;
    const at = dice.below(target.samples.length);
    const sample = target.samples[at] ?? Buffer.alloc(0);
    const bytes = mutate(sample, dice.oneOf(target.samples) ?? sample, dice);
    const before = processorMs();
    const { flaws, isRead } = await flawsOf(target, bytes, { index: at, bytes: sample, dice });
    const ms = processorMs() - before;
    if (ms > done.slowest.ms) done.slowest = { ms, seed, target: target.name };
    if (isRead) done.read += 1;
    const shown = bytes.subarray(0, shownBytes).toString('base64');
    done.flaws.push(...flaws.map((flaw) => ({ seed, target: target.name, flaw, bytes: shown })));
    if (index % apart === 0) heap.measure(index);
  }
  heap.measure(cases);
  return { ...done, bytesPerCase: heap.bytesPerRequest(), bytesKept: heap.bytesKept() };
};

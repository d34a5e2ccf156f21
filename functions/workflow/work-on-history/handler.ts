import type { HistoryStep } from '#app/history-scans/plan-history.ts';
import { workOnHistory } from '#app/history-scans/work-on-history.ts';
import { task } from '#runtime/task.ts';
import { wireHistoryReader } from '#runtime/wire/hosts/history-reader.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

/** A step takes up to twelve minutes, so one that begins before this time ends before the function does. */
const beginMs = 2 * 60_000;

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    historyReader: wireHistoryReader,
  },
  (input: HistoryStep, ports, context) =>
    workOnHistory(input, ports, { ...context, beginBefore: AbortSignal.timeout(beginMs) }),
);

import type { HistoryRef } from '#app/history-scans/history-objects.ts';
import { planHistory } from '#app/history-scans/plan-history.ts';
import { task } from '#runtime/task.ts';
import { wireHistoryReader } from '#runtime/wire/hosts/history-reader.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    historyReader: wireHistoryReader,
  },
  (input: HistoryRef, ports, context) => planHistory(input, ports, context),
);

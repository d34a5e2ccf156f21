import { endHistoryWork, type EndedSteps } from '#app/history-scans/end-history.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireBlobStreamer } from '#runtime/wire/objects/blob-streamer.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobStreamer() }),
  },
  (input: EndedSteps, ports, context) => endHistoryWork(input, ports, context),
);

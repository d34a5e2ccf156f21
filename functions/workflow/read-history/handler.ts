import { readHistory } from '#app/history-scans/read-history.ts';
import type { HistoryQuestion } from '#ports/history/history-reader.ts';
import { task } from '#runtime/task.ts';
import { wireSandboxedSources } from '#runtime/wire/hosts/sources.ts';
import { wireBlobStreamer } from '#runtime/wire/objects/blob-streamer.ts';
import { wireDetector } from '#runtime/wire/sandbox.ts';
import { wireSourceArchive } from '#runtime/wire/source-archive.ts';
import { wireFingerprintKeys, wireRepositorySecretDecrypter } from '#runtime/wire/secret-cipher.ts';
import { spec } from './function.ts';

/** A scan of a part ends within this time with the files scanned so far, before the function is cut off. */
const lookMs = 10 * 60_000;

const sourceArchive = wireSourceArchive();
const detector = wireDetector(spec.name);

export const handler = task(
  spec,
  {
    blobs: wireBlobStreamer,
    repositorySecrets: wireRepositorySecretDecrypter,
    fingerprintKeys: wireFingerprintKeys,
    sources: () => wireSandboxedSources(spec.name),
  },
  (question: HistoryQuestion, { sources: histories, ...ports }, context) =>
    readHistory(
      question,
      { ...ports, histories, sourceArchive, detector },
      { ...context, soon: AbortSignal.timeout(lookMs) },
    ),
);

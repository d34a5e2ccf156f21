import { fetchSource } from '#app/scans/workflow/fetch-source.ts';
import type { SourceRequest } from '#ports/sources.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobStreamer } from '#runtime/wire/objects/blob-streamer.ts';
import { wireDetector } from '#runtime/wire/sandbox.ts';
import { wireSourceArchive } from '#runtime/wire/source-archive.ts';
import { wireSandboxedSources } from '#runtime/wire/hosts/sources.ts';
import { wireFingerprintKeys, wireVaultOpener } from '#runtime/wire/vault.ts';
import { spec } from './function.ts';

const sourceArchive = wireSourceArchive();
const detector = wireDetector(spec.name);

export const handler = task(
  spec,
  {
    blobs: wireBlobStreamer,
    vault: wireVaultOpener,
    fingerprintKeys: wireFingerprintKeys,
    sources: () => wireSandboxedSources(spec.name),
  },
  (request: SourceRequest, ports, context) =>
    fetchSource(request, { ...ports, sourceArchive, detector, log }, context),
);

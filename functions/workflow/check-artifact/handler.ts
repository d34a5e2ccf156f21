import { checkStoredArtifact } from '#app/scans/check-stored-artifact.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireArtifactParser } from '#runtime/wire/sandbox.ts';
import { spec } from './function.ts';

const parser = wireArtifactParser(spec.name);

export const handler = task(
  spec,
  { blobs: wireBlobReader },
  (artifact: Parameters<typeof checkStoredArtifact>[0], ports, context) =>
    checkStoredArtifact(artifact, { ...ports, parser }, context),
);

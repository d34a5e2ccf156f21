import { checkStoredArtifact } from '#app/scans/check-artifact.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader } from '#runtime/wire/blobs.ts';
import { spec } from './function.ts';

export const handler = task(spec, { blobs: wireBlobReader }, checkStoredArtifact);

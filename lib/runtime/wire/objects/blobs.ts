import { s3BlobReader, s3BlobRemover, s3BlobWriter, s3ObjectStore } from '#adapters/s3/blobs.ts';
import { s3WatchLists } from '#adapters/s3/watch-lists.ts';
import { watchPrefix } from '#contract/blob-areas.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';
import { s3Location } from './s3-location.ts';

export const wireBlobReader = () => s3BlobReader(s3Location());
export const wireBlobWriter = () => s3BlobWriter(s3Location());
export const wireBlobRemover = () => s3BlobRemover(s3Location());
export const wireObjectStore = (): ObjectStore & ObjectRemover => s3ObjectStore(s3Location());
export const wireWatchLists = () => s3WatchLists(s3Location(), watchPrefix);

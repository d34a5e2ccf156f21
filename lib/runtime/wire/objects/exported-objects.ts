import { s3BlobLinker, s3BlobLister } from '#adapters/s3/exported-objects.ts';
import { s3BlobReader } from '#adapters/s3/blobs.ts';
import { s3BlobStreamer } from '#adapters/s3/blob-streamer.ts';
import { s3Location } from './s3-location.ts';

export const wireBlobLinker = () => s3BlobLinker(s3Location());

/** The object operations that writing an export needs. */
export const wireExportBlobs = () => {
  const location = s3Location();
  return { ...s3BlobReader(location), ...s3BlobLister(location), ...s3BlobStreamer(location) };
};

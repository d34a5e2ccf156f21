import { s3BlobStreamer } from '#adapters/s3/blob-streamer.ts';
import { s3Location } from './s3-location.ts';

export const wireBlobStreamer = () => s3BlobStreamer(s3Location());

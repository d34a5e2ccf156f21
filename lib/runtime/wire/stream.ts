import { s3BlobStreamer } from '../../adapters/s3/stream.ts';
import { s3Place } from './s3-place.ts';

export const wireStreamer = () => s3BlobStreamer(s3Place());

import { s3BlobReader, s3BlobRemover, s3BlobWriter, s3Objects } from '../../adapters/s3/blobs.ts';
import type { ObjectRemover, Objects } from '../../ports/blobs.ts';
import { s3Place } from './s3-place.ts';

export const wireReader = () => s3BlobReader(s3Place());
export const wireWriter = () => s3BlobWriter(s3Place());
export const wireRemover = () => s3BlobRemover(s3Place());
export const wireObjects = (): Objects & ObjectRemover => s3Objects(s3Place());

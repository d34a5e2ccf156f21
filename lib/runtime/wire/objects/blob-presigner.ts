import { s3BlobPresigner } from '#adapters/s3/blob-presigner.ts';
import { s3Location } from './s3-location.ts';

export const wireBlobPresigner = () => s3BlobPresigner(s3Location());

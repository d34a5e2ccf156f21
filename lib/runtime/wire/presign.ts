import { s3BlobPresigner } from '../../adapters/s3/presign.ts';
import { s3Place } from './s3-place.ts';

export const wirePresigner = () => s3BlobPresigner(s3Place());

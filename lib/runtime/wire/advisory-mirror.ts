import { osvAdvisoryMirror } from '#adapters/reference-data/osv/advisory-mirror.ts';
import type { AdvisoryMirror } from '#ports/advisory-mirror.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';

export const wireAdvisoryMirror = (objects: ObjectStore & ObjectRemover): AdvisoryMirror =>
  osvAdvisoryMirror(objects, fetch);

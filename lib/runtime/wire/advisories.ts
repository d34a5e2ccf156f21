import { osvAdvisoryMirror } from '#adapters/osv/advisory-mirror.ts';
import { storedLicenses } from '#adapters/osv/licenses/stored-licenses.ts';
import { storedAdvisories } from '#adapters/osv/stored-advisories.ts';
import type { AdvisoryMirror } from '#ports/advisory-mirror.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';
import { wireObjectStore } from './blobs.ts';

export const wireAdvisories = () => storedAdvisories(wireObjectStore());

export const wireLicenseData = () => storedLicenses(wireObjectStore());

export const wireAdvisoryMirror = (objects: ObjectStore & ObjectRemover): AdvisoryMirror =>
  osvAdvisoryMirror(objects, fetch);

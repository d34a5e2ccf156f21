import type { AdvisoryMirror } from '#ports/advisory-mirror.ts';
import type { ObjectRemover, ObjectStore } from '#ports/blobs.ts';
import { builtInLicenses } from '../licenses/built-in.ts';
import { nvdFeeds } from '../nvd/sync-ratings.ts';
import { currentSnapshot, readManifest, type Manifest } from './manifest.ts';
import { retireObjects } from './retire-objects.ts';
import { syncAdvisories } from './sync-advisories.ts';
import { signalAddresses } from './sync-signals.ts';

/**
 * Mirrors the dumps of OSV, NVD's ratings, and the exploit signals of EPSS and KEV into an object store, and
 * publishes the license data of this release with them.
 */
export const osvAdvisoryMirror = (
  objects: ObjectStore & ObjectRemover,
  fetch: typeof globalThis.fetch,
): AdvisoryMirror => ({
  base: () => currentSnapshot(objects),
  current: () => readManifest(objects),
  sync: (dumps, now) =>
    syncAdvisories(dumps, {
      objects,
      fetch,
      now: now.toISOString(),
      signals: signalAddresses,
      ratingsUrl: nvdFeeds,
      licenses: builtInLicenses,
    }),
  removeUnused: (before, after, now) =>
    retireObjects({ before: before as Manifest, after: after as Manifest }, objects, now.toISOString()),
});

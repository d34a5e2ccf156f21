import type { LockfileFormat } from '@scangate/engines/inventory/formats';
import type { Contents } from '../inventory-fixtures.ts';
import { beamAndScripts } from './hidden-requests.beam-and-scripts.ts';
import { builds } from './hidden-requests.builds.ts';
import { pythonAndConda } from './hidden-requests.python.ts';
import { registries } from './hidden-requests.registries.ts';

/** A lockfile beside a manifest that requests a dependency. */
export interface HiddenRequest {
  /** The file that requests the dependency. */
  manifest: string;
  /** The lockfile first. */
  lockfile: Contents;
  asks: (name: string) => Contents;
  /** A dependency that the lockfile has, and one that it lacks. */
  names: readonly [present: string, absent: string];
  /** The kinds of gaps that name it, where it is another than that of requests without an entry. */
  kinds?: readonly string[];
  /** A manifest that fixes another version than the lockfile has. */
  fixed?: (name: string) => Contents;
}

export interface HiddenRequests {
  cases?: readonly HiddenRequest[];
  /** The reason why a format has no manifest. */
  none?: string;
}

/** For every lockfile format: manifests that request what the lockfile lacks. A new format does not compile without. */
export const hiddenRequests: Readonly<Record<LockfileFormat, HiddenRequests>> = {
  ...registries,
  ...pythonAndConda,
  ...builds,
  ...beamAndScripts,
};

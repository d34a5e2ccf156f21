import type { FoundPackage, LockfileInput } from '../lockfile-reader.ts';
import type { RequestedRange } from '../unmet-ranges.ts';

/** A version that a manifest fixes, so that its lockfile can have no other. */
export interface FixedVersion {
  name: string;
  version: string;
}

/** The direct dependencies that a manifest requests in any case. */
export interface ManifestRequests {
  names: Iterable<string>;
  /** Ranges in the notation of the ecosystem. */
  ranges?: readonly RequestedRange[];
  fixed?: readonly FixedVersion[];
  /** Requests that a manifest does not state literally, so that only running it would reveal them. */
  computed?: Iterable<string>;
  /** Requests under conditions that may be met. */
  likely?: readonly { name: string; version: string | undefined }[];
  /** Manifests that name another lockfile. */
  lockedElsewhere?: readonly string[];
  /** Manifests that are there and cannot be read. */
  unreadable?: readonly string[];
}

export type ManifestInput = Pick<LockfileInput, 'path' | 'text' | 'readText' | 'findNearby'>;

/** Reads what the manifests of a lockfile request, as far as they state it literally. Never throws. */
export type ManifestReader = (input: ManifestInput) => ManifestRequests;

/** A kind of manifest and how its requests are found among the packages of a lockfile. */
export interface LockManifest {
  /** The files as people write them, for messages and the documentation. */
  files: string;
  read: ManifestReader;
  /** Returns the name by which a package is found; otherwise it is the name of the package. */
  nameOf?: (found: FoundPackage) => string;
  /** Converts a requested name to the form of `nameOf`. */
  keyOf?: (name: string) => string;
}

export const noRequests: ManifestRequests = { names: [] };

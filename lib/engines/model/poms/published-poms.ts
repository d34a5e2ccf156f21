/** The imported poms that an inventory was resolved by. */
export interface PomSnapshot {
  /** Digest of the poms. */
  id: string;
  /** Number of poms. */
  poms: number;
}

/**
 * A dependency of a published pom: group, artifact, and what it states of version, scope, type, classifier, optionality
 * and exclusions, each by its first letter (`x` for exclusions).
 */
export interface PublishedDependency {
  g: string;
  a: string;
  v?: string;
  s?: string;
  t?: string;
  c?: string;
  o?: string;
  x?: readonly string[];
}

/**
 * The parts of a published pom that resolution needs, as stored: with short names, because there are hundreds of
 * thousands.
 */
export interface PublishedPom {
  g?: string;
  a: string;
  v?: string;
  /** Group, artifact and version of the parent. */
  parent?: readonly [string, string, string];
  properties?: readonly (readonly [string, string])[];
  dependencies?: readonly PublishedDependency[];
  managed?: readonly PublishedDependency[];
  /** Profiles with dependencies that a condition activates. */
  profiles?: readonly string[];
  /** Names of properties set by profiles that a condition activates. */
  profileProperties?: readonly string[];
  /** Group, artifact and version of its relocation; '' for a part that stays the same. */
  relocation?: readonly [string, string, string];
}

/** A question about an artifact: the poms of some versions, and possibly the list of versions. */
export interface RequestedArtifact {
  /** `group:artifact`. */
  name: string;
  /** The versions whose poms are requested. */
  versions: readonly string[];
  /** True when all versions are requested. */
  listsVersions?: true;
}

/** The answer about an artifact. */
export interface KnownArtifact {
  /** All versions in the snapshot, when requested. */
  versions?: readonly string[];
  /** In the order of the question; null where the snapshot has none. */
  poms: readonly (PublishedPom | null)[];
}

/** The service's copy of published poms. No list of dependencies leaves the account to query it. */
export interface PublishedPoms {
  /** Returns the current snapshot; undefined when nothing was ever imported. */
  snapshot(): Promise<PomSnapshot | undefined>;
  /**
   * Loads the answers of a snapshot, in the order of the questions. An outdated snapshot can still be queried.
   * @throws Error when the stored snapshot cannot be read or does not match its digest.
   */
  load(asked: readonly RequestedArtifact[], snapshot: PomSnapshot): Promise<readonly KnownArtifact[]>;
}

/** No poms: transitive dependencies that no file states are not assessed. */
export const noPublishedPoms: PublishedPoms = {
  snapshot: async () => undefined,
  load: async (asked) => asked.map(({ versions }) => ({ poms: versions.map(() => null) })),
};

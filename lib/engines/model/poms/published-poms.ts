/** The imported poms that an inventory was resolved by. */
export interface PomSnapshot {
  /** Digest of the poms. */
  id: string;
  /** Number of poms. */
  poms: number;
}

/** A dependency of a published pom: group, artifact, and then what is stated of the rest. */
export interface PublishedDependency {
  g: string;
  a: string;
  v?: string;
  /** Scope. */
  s?: string;
  /** Type. */
  t?: string;
  /** Classifier. */
  c?: string;
  /** Optional. */
  o?: string;
  /** Exclusions. */
  x?: readonly string[];
}

/** The parts of a published pom that resolution needs, as they are stored: short, because there are hundreds of thousands. */
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
  /** Names of properties that profiles set which a condition activates. */
  profileProperties?: readonly string[];
  /** Group, artifact and version that it has moved to; '' for what stays. */
  relocation?: readonly [string, string, string];
}

/** A question about an artifact: the poms of some versions, and which versions there are. */
export interface AskedArtifact {
  /** `group:artifact`. */
  name: string;
  /** The versions whose poms are asked for. */
  versions: readonly string[];
  /** True where all versions are to be listed. */
  listsVersions?: true;
}

/** The answer about an artifact. */
export interface KnownArtifact {
  /** All versions of the snapshot, where they are asked for. */
  versions?: readonly string[];
  /** In the order of the question; null where the snapshot has none. */
  poms: readonly (PublishedPom | null)[];
}

/** The service's copy of published poms. No dependency list leaves the account to ask it. */
export interface PublishedPoms {
  /** Returns the current snapshot; undefined when nothing was ever imported. */
  snapshot(): Promise<PomSnapshot | undefined>;
  /**
   * Loads what a snapshot says, in the order of the questions. One that is no more current can still be asked.
   * @throws Error when the stored snapshot cannot be read or is not what its digest says.
   */
  load(asked: readonly AskedArtifact[], snapshot: PomSnapshot): Promise<readonly KnownArtifact[]>;
}

/** No poms: transitive dependencies that no file states are not assessed. */
export const noPublishedPoms: PublishedPoms = {
  snapshot: async () => undefined,
  load: async (asked) => asked.map(({ versions }) => ({ poms: versions.map(() => null) })),
};

import type { Pom } from '../jvm/maven-pom.ts';
import type { EffectiveDependency } from './effective-dependencies.ts';
import type { ManagedValues } from './effective-poms.ts';

/** An artifact in the tree of a project, in its chosen version. */
export interface TreeNode {
  /** `group:artifact`. */
  name: string;
  /** Absent when nothing states it, or no version satisfies its range. */
  version?: string;
  /** Group, artifact, extension and classifier. */
  key: string;
  /** Zero for the direct dependencies of the project. */
  depth: number;
  declared: EffectiveDependency;
  /** A project of the repository, or the published pom; absent when there is none. */
  pom?: Pom;
  /** The nodes that request it, and how; the one that was chosen comes first. */
  requestedBy: Asking[];
  /** The nodes that were chosen for its requests. */
  children: TreeNode[];
}

/** A request for an artifact: an edge of the tree before one version is chosen. */
export interface Asking {
  /** Absent when the project itself requests it. */
  from?: TreeNode;
  scope: string;
  optional: boolean;
  /** True when the project manages the scope, which is then final. */
  isScopeManaged: boolean;
}

/** Answers of the repository's poms and of the snapshot. */
export interface TreePoms {
  /** Returns the pom of an artifact; undefined when there is none. */
  pomOf(name: string, version: string): Pom | undefined;
  dependenciesOf(pom: Pom): readonly EffectiveDependency[];
  /** Returns what the project manages for a file. */
  managedBy(key: string): ManagedValues | undefined;
  versionsOf(name: string): readonly string[];
}

export interface DependencyTree {
  /** In the order of Maven's breadth-first choice. */
  nodes: TreeNode[];
  /** Poms that were not found, as `group:artifact:version`. */
  missing: Set<string>;
  /** Requests whose version was chosen among the known ones, as `group:artifact:range`. */
  ranges: Set<string>;
  /** Artifacts for which no version satisfies all ranges; Maven fails in this case. */
  unsolvable: Set<string>;
  /** Requests that were left out because there are too many. */
  omitted: number;
  /** The number of requests. */
  requests: number;
}

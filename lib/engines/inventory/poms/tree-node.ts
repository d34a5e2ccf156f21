import type { Pom } from '../jvm/maven-pom.ts';
import type { EffectiveDependency } from './effective-dependencies.ts';
import type { ManagedValues } from './effective-poms.ts';

/** An artifact of the tree of a project, in the version that was chosen. */
export interface TreeNode {
  /** `group:artifact`. */
  name: string;
  /** Absent when nothing states it, or no version is inside its range. */
  version?: string;
  /** Group, artifact, extension and classifier. */
  key: string;
  /** Zero is what the project itself depends on. */
  depth: number;
  declared: EffectiveDependency;
  /** A project of the repository, or the published pom; absent when there is none. */
  pom?: Pom;
  /** The nodes that ask for it, and how, the chosen one first. */
  askedBy: Asking[];
  /** The nodes that were chosen for what it asks for. */
  children: TreeNode[];
}

/** A request for an artifact: an edge of the tree before one version is chosen. */
export interface Asking {
  /** Absent for the project. */
  from?: TreeNode;
  scope: string;
  optional: boolean;
  /** True where the project manages the scope, which then is final. */
  isScopeManaged: boolean;
}

/** Answers of the poms of a repository and of the snapshot. */
export interface TreePoms {
  /** Returns the pom of an artifact; undefined when there is none. */
  pomOf(name: string, version: string): Pom | undefined;
  dependenciesOf(pom: Pom): readonly EffectiveDependency[];
  /** Returns what the project manages of a file. */
  managedBy(key: string): ManagedValues | undefined;
  versionsOf(name: string): readonly string[];
}

export interface DependencyTree {
  /** In the order of Maven's breadth-first choice. */
  nodes: TreeNode[];
  /** Poms that are nowhere, as `group:artifact:version`. */
  missing: Set<string>;
  /** Requests whose version was chosen among those that are known, as `group:artifact:range`. */
  ranges: Set<string>;
  /** Artifacts for which no version meets all ranges; Maven fails then. */
  unsolvable: Set<string>;
  /** Requests that were left out because there are too many. */
  omitted: number;
  /** The number of requests. */
  requests: number;
}

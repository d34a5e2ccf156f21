import {
  parseEach,
  unknownRequests,
  unknownTransitives,
  type BuildInput,
  type BuildReader,
} from '../build-reader.ts';
import { DeclaredPackages } from '../declared-packages.ts';
import { unreadableEntries, emptyRoots, type FoundPackage } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { MissingFile } from '../parse/missing-file.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { pinnedMavenVersion } from '../pinned-version.ts';
import {
  argumentsFile,
  extensionsFile,
  machineFile,
  readBuildArguments,
  unreadMachineArguments,
  type BuildArguments,
} from '../pom-resolution/command-line-properties.ts';
import type { DependencyTree, TreeNode } from '../pom-resolution/tree-node.ts';
import type { EffectiveDependency } from '../pom-resolution/effective-dependencies.ts';
import { MavenProjects } from '../pom-resolution/maven-projects.ts';
import { tooManyBoms, tooManyPoms, type PublishedPomCache } from '../pom-resolution/published-pom-cache.ts';
import { componentScope, neededNodes, requestsByAsker, scopesOf } from '../pom-resolution/tree-scopes.ts';
import { modulesLeftOut, unreadModules } from './maven-modules.ts';
import { parsePom, type Pom } from './maven-pom.ts';

type ScopedPackage = FoundPackage & Required<Pick<FoundPackage, 'scope'>>;

const exportedTree = `${unknownTransitives}; mvn dependency:tree -DoutputFile=dependency-tree.txt writes such a file beside each pom.xml`;

/** Converts declarations to packages and records the dependencies of each project. */
class MavenBuild {
  readonly #projects: MavenProjects;
  readonly #notes: Notes;
  readonly #found: DeclaredPackages;
  readonly #direct = new Set<string>();
  readonly #needs = new Map<string, Set<string>>();
  readonly #hasTrees: boolean;

  constructor(projects: MavenProjects, { notes, hasTrees }: { notes: Notes; hasTrees: boolean }) {
    this.#projects = projects;
    this.#notes = notes;
    this.#found = new DeclaredPackages(notes);
    this.#hasTrees = hasTrees;
  }

  add(project: Pom): void {
    if (this.#hasTrees) {
      this.#addTree(project, this.#projects.treeOf(project));
      return;
    }
    for (const dependency of this.#projects.dependenciesOf(project))
      this.#addDirect(project, this.#packageOf(dependency.version, dependency, dependency.declaring.path));
  }

  #addDirect(project: Pom, found: ScopedPackage): void {
    this.#needsOf(this.#memberKey(project)).add(found.key);
    this.#direct.add(found.key);
    this.#found.add(found);
  }

  /** Projects are named without their version, since a dependency on one need not state it. */
  #memberKey(project: Pom): string {
    return this.#projects.poms.nameOf(project);
  }

  #needsOf(key: string): Set<string> {
    const known = this.#needs.get(key) ?? new Set();
    this.#needs.set(key, known);
    return known;
  }

  #packageOf(chosen: string | undefined, dependency: EffectiveDependency, file: string): ScopedPackage {
    const { name, scope, optional, version: stated } = dependency;
    const effective = componentScope(scope, optional);
    const asked = chosen ?? stated;
    const member = this.#projects.memberOf({ name, ...(asked !== undefined && { version: asked }) });
    if (member) return this.#memberPackage(name, member, effective);
    const version = pinnedMavenVersion(chosen);
    const key = `${name}@${version ?? ''}`;
    return { key, ecosystem: 'Maven', name, ...(version && { version }), scope: effective, file };
  }

  #memberPackage(name: string, pom: Pom, scope: ScopedPackage['scope']): ScopedPackage {
    const version = this.#projects.poms.versionOf(pom);
    return { key: name, name, ...(version && { version }), local: 'member', scope, file: pom.path };
  }

  #addTree(project: Pom, tree: DependencyTree): void {
    const asked = requestsByAsker(tree.nodes);
    const [scopes, needed] = [scopesOf(tree, asked), neededNodes(tree, asked)];
    const packages = new Map<TreeNode, ScopedPackage>();
    for (const node of tree.nodes) {
      const declared = {
        ...node.declared,
        scope: scopes.get(node) ?? 'compile',
        optional: !needed.has(node),
      };
      // A published parent is not a file of the unit.
      const file = (node.depth === 0 && declared.declaring.path) || project.path;
      packages.set(node, this.#packageOf(node.version, declared, file));
    }
    for (const [node, found] of packages) {
      if (node.depth === 0) this.#addDirect(project, found);
      else this.#found.add(found);
      const needs = this.#needsOf(found.key);
      for (const child of node.children) {
        const below = packages.get(child);
        if (below) needs.add(below.key);
      }
    }
    this.#noteTree(tree);
  }

  #noteTree({ missing, ranges, unsolvable, omitted }: DependencyTree): void {
    for (const name of missing) this.#notes.add(unknownRequests, name);
    for (const name of ranges)
      this.#notes.add('ranges of versions, of which the newest in the POM snapshot is assessed', name);
    for (const name of unsolvable)
      this.#notes.add('artifacts for which no version is inside all ranges, so Maven refuses them', name);
    if (omitted > 0) this.#notes.addOmitted(omitted);
  }

  /** Lists the packages with their dependencies. */
  list(): FoundPackage[] {
    const packages = this.#found.list();
    for (const found of packages) {
      const needs = this.#needs.get(found.key);
      if (needs && (found.local || this.#hasTrees)) found.dependsOn = [...needs];
      if (!found.local && !this.#hasTrees) this.#notes.add(exportedTree, found.name);
    }
    return packages;
  }

  get direct(): string[] {
    return [...this.#direct];
  }
}

const isIncomplete = (exclusion: string): boolean => /^:|:$/.test(exclusion);

const noteStatements = (parsed: ReadonlyMap<string, Pom>, notes: Notes): void => {
  for (const pom of parsed.values()) {
    const { otherProfiles, competingProfiles, dependencies, managed, pluginDependencies = [] } = pom;
    for (const name of pluginDependencies)
      notes.addOnce('dependencies of plugins of the build, which are not read', name);
    for (const { group, artifact, exclusions } of [...dependencies, ...managed])
      if (exclusions?.some(isIncomplete))
        notes.add('exclusions without a group or an artifact, which exclude nothing', `${group}:${artifact}`);
    for (const profile of otherProfiles)
      notes.add('dependencies of a profile that is not active by default', profile);
    for (const profile of competingProfiles)
      notes.add('profiles that turn off those active by default, if a condition holds', profile);
  }
};

const noteProjects = (
  { poms, published, unreadable, omitted }: MavenProjects,
  { notes, book }: { notes: Notes; book: PublishedPomCache | undefined },
): void => {
  const where = book ? 'neither in this repository nor in the POM snapshot' : 'not in this repository';
  for (const name of poms.outside) notes.add(`parents and BOMs that are ${where}`, name);
  for (const name of poms.circular) notes.add('poms that are their own parents', name);
  for (const name of poms.undecided)
    notes.add('properties of dependencies that a profile sets which is not active by default', name);
  for (const name of published)
    notes.add('projects with the coordinates of a published artifact, which is assessed instead', name);
  for (const name of poms.conditional)
    notes.add(
      'profiles of published poms with dependencies if a condition holds, which are not assessed',
      name,
    );
  for (const { group, artifact } of unreadable) notes.add(unreadableEntries, `${group}:${artifact}`);
  if (omitted > 0) notes.addOmitted(omitted);
  if (poms.isExhausted) notes.add(tooManyBoms, 'dependency management');
  if (book?.isFull) notes.add(tooManyPoms, 'POM snapshot');
};

/** Reads the arguments that the build adds to each command line; none when there is no such file. */
export const buildArguments = ({ readText }: Pick<BuildInput, 'readText'>): BuildArguments => {
  try {
    return readBuildArguments(readText(argumentsFile));
  } catch (error) {
    const none = { properties: new Map(), profiles: [] };
    if (error instanceof MissingFile) return { ...none, unread: [] };
    return { ...none, unread: [error instanceof UnreadableFile ? error.message : 'it could not be read'] };
  }
};

/** Lists what else the root of the unit says of its builds and is not followed. */
const unreadSettings = ({ readText }: Pick<BuildInput, 'readText'>): string[] => {
  const unread = (file: string, words: (text: string) => string[]): string[] => {
    try {
      return words(readText(file));
    } catch (error) {
      return error instanceof MissingFile ? [] : [file];
    }
  };
  return [
    ...unread(extensionsFile, () => [extensionsFile]),
    ...unread(machineFile, (text) => unreadMachineArguments(text).map((word) => `${machineFile} ${word}`)),
  ];
};

const noteModules = (
  parsed: ReadonlyMap<string, Pom>,
  { notes, readText }: Pick<BuildInput, 'notes' | 'readText'>,
): void => {
  const isThere = (path: string): boolean => {
    try {
      return readText(path) !== '';
    } catch (error) {
      return !(error instanceof MissingFile);
    }
  };
  for (const pom of parsed.values())
    for (const stated of modulesLeftOut(pom, isThere)) notes.add(unreadModules, stated);
};

/**
 * Reads the pom.xml files of a unit: the dependencies of each project, with versions from parents, dependency
 * management and BOMs as far as those are in the repository or among the published poms. With published poms it has the
 * tree of each project; a version defined elsewhere is unknown, and without them so are transitive dependencies.
 */
export const readMavenBuild: BuildReader = ({ paths, notes, readText, poms: book }) => {
  const { parsed, unread } = parseEach({ paths, readText }, parsePom);
  const { properties: userProperties, profiles, unread: unreadArguments } = buildArguments({ readText });
  const projects = new MavenProjects(parsed, { book, userProperties });
  const build = new MavenBuild(projects, { notes, hasTrees: book !== undefined });
  for (const pom of parsed.values()) build.add(pom);
  noteStatements(parsed, notes);
  noteModules(parsed, { notes, readText });
  for (const profile of profiles) notes.add(`profiles that ${argumentsFile} turns on or off`, profile);
  for (const text of unreadArguments) notes.add(`parts of ${argumentsFile} that are not read`, text);
  for (const text of unreadSettings({ readText }))
    notes.add('settings of Maven that may change what poms lead to, and are not followed', text);
  const packages = build.list();
  noteProjects(projects, { notes, book });
  return {
    packages,
    roots: { ...emptyRoots(), required: build.direct },
    read: [...parsed.keys()],
    unread,
  };
};

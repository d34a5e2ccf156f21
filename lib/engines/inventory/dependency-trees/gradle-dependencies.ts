import { strongerScope, type DependencyScope } from '@scangate/engines/model/component';
import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { maxPackages } from '../package-limit.ts';
import { unique } from '@scangate/engines/text/unique-texts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import {
  emptyRoots,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { gradleScope } from '../jvm/gradle-scope.ts';
import { OpenBranches, parseTreeLine, type TreeLine } from './tree-lines.ts';
import { linesOf } from '../parse/lines.ts';

const configurationLine = /^([A-Za-z][\w.-]{0,120})(?: - [^\r\n]{0,500}| \(n\))?$/;
const ending = /^(?:A web-based, searchable dependency report is available|BUILD SUCCESSFUL)/m;

const packageOf = (name: string, version: string): FoundPackage => ({
  key: `${name}@${version}`,
  ecosystem: 'Maven',
  name,
  version,
  dependsOn: [],
});

const moduleIn = (text: string): { name: string; version?: string } | undefined => {
  const [group, artifact, version, ...more] = (asText(text) ?? '').split(':');
  if (!group || !artifact || more.length > 0) return undefined;
  return { name: `${group}:${artifact}`, ...(version && { version }) };
};

/** The characters of a module that is selected as it was requested, without the colon between its parts. */
const inPart = asciiClass(/[\w.-]/);
const longestModule = 512;

/** Parses `group:name:1.0`, as most entries are; undefined for any other. */
const usualEntry = (text: string): FoundPackage | undefined => {
  const group = endOfClass(text, inPart);
  const artifact = endOfClass(text, inPart, group + 1);
  const isModule =
    group > 0 && text.startsWith(':', group) && artifact > group + 1 && text.startsWith(':', artifact);
  if (!isModule || artifact + 1 === text.length || text.length > longestModule) return undefined;
  if (endOfClass(text, inPart, artifact + 1) < text.length) return undefined;
  return packageOf(text.slice(0, artifact), text.slice(artifact + 1));
};

const projectIn = (text: string): FoundPackage | undefined => {
  const [, path] = /^project '?(:?[^\s']{1,300})'?$/.exec(text) ?? [];
  return path === undefined
    ? undefined
    : { key: `project ${path}`, name: path, local: 'member', dependsOn: [] };
};

/**
 * Parses `group:name:1.0`, `group:name:{strictly 1.0} -> 1.1 (*)`, `group:name -> other:name:1.0` or `project :path`.
 */
const parseEntry = (text: string): FoundPackage | 'skipped' | undefined => {
  const usual = usualEntry(text);
  if (usual) return usual;
  if (text.endsWith(' (c)') || text.endsWith(' (n)')) return 'skipped';
  const plain = text.endsWith(' (*)') ? text.slice(0, -4) : text;
  const arrow = plain.lastIndexOf(' -> ');
  const selected = arrow === -1 ? plain : plain.slice(arrow + 4);
  const project = selected.startsWith('project ') ? projectIn(selected) : undefined;
  if (project) return project;
  if (arrow === -1 || selected.includes(':')) {
    const { name, version } = moduleIn(selected) ?? {};
    if (name === undefined || version === undefined || /[\s{}[\]+]/.test(version)) return undefined;
    return packageOf(name, version);
  }
  const { name } = moduleIn(plain.slice(0, arrow).split(':{', 1)[0] ?? '') ?? {};
  const version = asText(selected);
  return name && version && !version.includes(' ') ? packageOf(name, version) : undefined;
};

/** Collects what all trees of a report have in common. */
class Report {
  readonly packages = new Map<string, FoundPackage>();
  readonly direct = new Set<string>();
  understood = 0;
  readonly #notes: Notes;
  #configuration = '';
  #scope: DependencyScope = 'required';
  #branches = new OpenBranches();
  #path: (FoundPackage | undefined)[] = [];

  constructor(notes: Notes) {
    this.#notes = notes;
  }

  /** Begins the tree of a configuration. */
  begin(configuration: string): void {
    this.end();
    this.#configuration = configuration;
    this.#scope = gradleScope([configuration]);
  }

  /** Ends a tree, whose levels must all be closed. */
  end(): void {
    if (this.#branches.isCut) this.#notes.add(signsOfCut, `the tree of ${this.#configuration || 'a report'}`);
    this.#branches = new OpenBranches();
    this.#path = [];
    this.#configuration = '';
  }

  add(line: TreeLine): void {
    this.understood += 1;
    this.#branches.add(line);
    if (this.#path.length > line.depth) this.#path.length = line.depth;
    const entry = parseEntry(line.text);
    if (entry === undefined) {
      const kind = line.text.endsWith(' FAILED')
        ? 'dependencies that the build could not resolve'
        : unreadableEntries;
      this.#notes.add(kind, line.text);
    }
    const found = entry === undefined || entry === 'skipped' ? undefined : this.#keep(entry);
    const parent = line.depth > 0 ? this.#path[line.depth - 1] : undefined;
    if (found && line.depth === 0) this.direct.add(found.key);
    if (found && parent) parent.dependsOn?.push(found.key);
    this.#path[line.depth] = found;
  }

  #keep(found: FoundPackage): FoundPackage | undefined {
    const known = this.packages.get(found.key) ?? found;
    if (known === found && this.packages.size >= maxPackages) {
      this.#notes.addOmitted(1);
      return undefined;
    }
    if (known === found) this.packages.set(found.key, found);
    if (!known.local) known.scope = known.scope ? strongerScope(known.scope, this.#scope) : this.#scope;
    return known;
  }
}

/**
 * Reads the output of `gradle dependencies`: the resolved tree of each configuration, with the selected versions.
 * Declared-only dependencies and constraints are not components.
 */
export const readGradleDependencies: LockfileReader = ({ text, notes }) => {
  const report = new Report(notes);
  for (const line of linesOf(text)) {
    const branch = parseTreeLine(line, 'gradle');
    if (branch) {
      report.add(branch);
      continue;
    }
    const configuration = configurationLine.exec(line)?.[1];
    if (configuration !== undefined) report.begin(configuration);
    else if (line === 'No dependencies') report.understood += 1;
    else if (line.trim() === '') report.end();
  }
  report.end();
  if (report.understood === 0) throw new UnreadableFile('it is not a report of gradle dependencies');
  if (!ending.test(text)) notes.add(signsOfCut, 'no line of those that end a report');
  for (const found of report.packages.values()) found.dependsOn = unique(found.dependsOn ?? []);
  return {
    packages: [...report.packages.values()],
    roots: { ...emptyRoots(), required: [...report.direct] },
  };
};

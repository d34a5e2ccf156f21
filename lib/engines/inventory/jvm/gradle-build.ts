import type { DependencyScope } from '@scangate/engines/model/component';
import { parseEach, unknownTransitives, type BuildInput, type BuildReader } from '../build-reader.ts';
import { DeclaredPackages } from '../declared-packages.ts';
import { parseCatalog, pluginModule, type CatalogEntry, type GradleCatalog } from './gradle-catalog.ts';
import { gradleScope } from './gradle-scope.ts';
import { isReadPlace, unreadPlaces } from './gradle-places.ts';
import { readGradleScript, type GradleDeclaration, type GradleScript } from './gradle-script.ts';
import { GradleVariables } from './gradle-variables.ts';
import { isKnownBom, versionFromBom } from './known-boms.ts';
import type { Notes } from '../gap-notes.ts';
import { pinnedGradleVersion } from '../pinned-version.ts';
import { GradleModules, type DeclaredModule } from '../pom-resolution/gradle-modules.ts';
import { tooManyPoms, type PublishedPomCache } from '../pom-resolution/published-pom-cache.ts';
import { unreadableEntries, unreadableManifests, emptyRoots, type FoundPackage } from '../lockfile-reader.ts';
import { directoryOf } from '@scangate/engines/units/paths';
import { asText } from '../parse/untrusted-value.ts';

const exportedDependencies = `${unknownTransitives}; gradle dependencies > gradle-dependencies.txt or a gradle.lockfile has them`;

/** Noted when resolving by poms alone may give another version than Gradle chooses. */
const byPomsAlone =
  'modules are resolved by their poms alone, without module metadata, rich versions, exclusions and rules of the build';

const addVersion = (platforms: Map<string, Set<string>>, name: string, version: string): void => {
  platforms.set(name, (platforms.get(name) ?? new Set()).add(version));
};

const unclear = 'declarations that only an execution of the build would resolve';

/** Directories of the build's own plugins. Their dependencies are not part of the program. */
const buildLogic = /(?:^|\/)(?:buildSrc|build-logic|buildLogic|build-plugins)\//;

const isCatalog = (path: string): boolean => path.endsWith('.versions.toml');

/** Names a catalog: `gradle/libs.versions.toml` is `libs` for the build in the directory above. */
const catalogName = (path: string): string => path.slice(directoryOf(path).length).split('.', 1)[0] ?? '';
const catalogHome = (path: string): string => directoryOf(path).replace(/(^|\/)gradle\/$/, '$1');

interface CatalogFile {
  path: string;
  catalog: GradleCatalog;
  used: Set<CatalogEntry>;
}

/** The Spring Boot plugin applies the BOM of its own version. */
const bootPlugin = 'org.springframework.boot';
const bootBom = 'org.springframework.boot:spring-boot-dependencies';

const found = (name: string, version: string | undefined) => ({
  key: `${name}@${version ?? ''}`,
  ecosystem: 'Maven' as const,
  name,
  ...(version && { version }),
});

class GradleBuild {
  readonly #found: DeclaredPackages;
  readonly #notes: Notes;
  readonly #catalogs: readonly CatalogFile[];
  readonly #variables: GradleVariables;
  readonly #managed = new Map<string, string | undefined>();
  /** Platforms and imported BOMs whose content is known. Two different versions of one BOM cancel each other out. */
  readonly #boms = new Map<string, string | undefined>();
  /** The declarations that are resolved by published poms, each at its place. */
  readonly #modules: DeclaredModule[] = [];
  readonly #platforms = {
    ofScript: new Map<string, Map<string, Set<string>>>(),
    anywhere: new Map<string, Set<string>>(),
  };
  #place: { script: string; configuration: string; isPlatform?: true | undefined } = {
    script: '',
    configuration: '',
  };
  #hasRules = false;

  constructor(notes: Notes, catalogs: readonly CatalogFile[], variables: GradleVariables) {
    this.#found = new DeclaredPackages(notes);
    this.#notes = notes;
    this.#catalogs = catalogs;
    this.#variables = variables;
    this.#hasRules = catalogs.some(({ catalog }) => catalog.hasStrict);
  }

  /**
   * Records the versions that apply to declarations without a version, anywhere in the build. Which of several applies is
   * unknown.
   */
  manage(path: string, { managed }: GradleScript): void {
    for (const coordinate of managed) {
      const { name, version } = this.#partsOf(path, coordinate);
      if (name === undefined || version === undefined) continue;
      const differs = this.#managed.has(name) && this.#managed.get(name) !== version;
      this.#managed.set(name, differs ? undefined : version);
      this.#noteBom(name, version);
      addVersion(this.#platforms.anywhere, name, version);
    }
  }

  /** @param hasLockedPlugins whether a lockfile has the plugins that the script declares. */
  add(path: string, script: GradleScript, hasLockedPlugins: boolean): void {
    this.#hasRules ||= script.hasRules;
    for (const declaration of script.declarations) {
      const { configuration, isPlatform } = declaration;
      if (hasLockedPlugins && configuration === 'classpath') continue;
      this.#place = { script: path, configuration, isPlatform };
      this.#declare(path, declaration);
    }
    this.#place = { script: path, configuration: 'classpath' };
    for (const { id, version, reference } of hasLockedPlugins ? [] : script.plugins) {
      if (reference !== undefined) this.#refer(path, reference, 'dev');
      else if (id !== undefined) {
        const stated = pinnedGradleVersion(this.#variables.resolve(path, version ?? ''));
        this.#put({ name: pluginModule(id), ...(stated && { version: stated }) }, 'dev', path);
      }
    }
    if (script.isUnclear) this.#notes.add(unreadableManifests, path);
    for (const text of script.dynamic) this.#notes.add(unclear, text);
  }

  #declare(path: string, { configuration, coordinate, reference }: GradleDeclaration): void {
    const scope = buildLogic.test(path) ? 'dev' : gradleScope([configuration]);
    if (reference !== undefined) {
      this.#refer(path, reference, scope);
      return;
    }
    const { name, version } = this.#partsOf(path, coordinate ?? '');
    if (name === undefined) this.#notes.add(unreadableEntries, coordinate ?? '');
    else this.#put({ name, ...(version && { version }) }, scope, path);
  }

  #partsOf(path: string, coordinate: string): { name?: string; version?: string } {
    const parts = coordinate.split(':', 3).map((part) => this.#variables.resolve(path, part));
    const [group, artifact] = parts.map((part) => asText(part));
    const version = pinnedGradleVersion(parts[2]);
    if (!group || !artifact) return {};
    return { name: `${group}:${artifact}`, ...(version && { version }) };
  }

  /** Resolves a reference: a catalog entry, a bundle of entries, or a coordinate held by a variable. */
  #refer(path: string, reference: string, scope: DependencyScope): void {
    const [name = '', ...rest] = reference.replace(/\.(?:get|asProvider)$/, '').split('.');
    const file = this.#catalogFor(path, name);
    const [table, entry] = [rest[0], rest.slice(1).join('.')];
    const aliases = (table === 'bundles' && file?.catalog.bundles.get(entry)) || [rest.join('.')];
    const entries = aliases.flatMap((alias) => file?.catalog.libraries.get(alias) ?? []);
    const plugin = table === 'plugins' && file?.catalog.plugins.get(entry);
    for (const named of plugin ? [plugin] : entries) {
      file?.used.add(named);
      // A plugin without a version is made by the build itself.
      if (!plugin || named.version !== undefined) this.#put(named, scope, file?.path ?? path);
    }
    if (plugin || entries.length > 0) return;
    const kept = this.#variables.find(path, reference);
    if (kept?.includes(':'))
      this.#declare(path, { configuration: scope === 'dev' ? 'classpath' : '', coordinate: kept });
    else this.#notes.add(unclear, reference);
  }

  /** Returns the catalog of the nearest build above the script. */
  #catalogFor(path: string, name: string): CatalogFile | undefined {
    const fitting = this.#catalogs.filter((each) => catalogName(each.path) === name);
    const around = fitting.filter((each) => path.startsWith(catalogHome(each.path)));
    return around.at(-1) ?? fitting[0];
  }

  /** Adds catalog entries that no script refers to, because convention plugins may use them. */
  addUnused(): void {
    for (const { path, catalog, used } of this.#catalogs) {
      const put = (entry: CatalogEntry, scope: DependencyScope): void => {
        if (used.has(entry) || entry.version === undefined) return;
        // It is unknown which of them are used together, so each is resolved alone.
        this.#place = { script: `${path} ${entry.name}`, configuration: entry.name };
        this.#put(entry, scope, path);
      };
      for (const entry of catalog.libraries.values()) put(entry, 'required');
      for (const entry of catalog.plugins.values()) put(entry, 'dev');
    }
  }

  #noteBom(name: string, version: string): void {
    if (!isKnownBom(name)) return;
    const differs = this.#boms.has(name) && this.#boms.get(name) !== version;
    this.#boms.set(name, differs ? undefined : version);
  }

  #put({ name, version: stated }: CatalogEntry, scope: DependencyScope, file: string): void {
    const version = stated ?? this.#managed.get(name);
    if (name === pluginModule(bootPlugin) && version) this.#noteBom(bootBom, version);
    if (version) this.#noteBom(name, version);
    this.#found.add({ ...found(name, version), scope, file });
    const { isPlatform, ...place } = this.#place;
    this.#modules.push({ name, ...(version && { version }), scope, file, ...place });
    if (name === pluginModule(bootPlugin) && version) addVersion(this.#platforms.anywhere, bootBom, version);
    if (!isPlatform || !version) return;
    const own = this.#platforms.ofScript.get(place.script) ?? new Map<string, Set<string>>();
    this.#platforms.ofScript.set(place.script, own);
    addVersion(own, name, version);
  }

  #byBom(name: string): string | undefined {
    const [group = '', artifact = ''] = name.split(':', 2);
    for (const [bom, bomVersion] of this.#boms) {
      const version = bomVersion && versionFromBom({ name: bom, version: bomVersion }, { group, artifact });
      if (version) return version;
    }
    return undefined;
  }

  /**
   * Lists what published poms resolve. Where rules of the build may change versions, the stated versions are kept
   * along with the chosen ones.
   */
  listResolved(book: PublishedPomCache): { packages: FoundPackage[]; direct: string[] } {
    const modules = new GradleModules(book, this.#platforms);
    const declared = this.#modules.map((module) => {
      const version = module.version ?? this.#byBom(module.name);
      return { ...module, ...(version !== undefined && { version }) };
    });
    modules.resolve(declared, this.#notes);
    for (const { file } of declared.slice(0, 1)) this.#notes.add(byPomsAlone, file);
    const { packages, direct } = modules.list();
    const known = new Set(packages.map(({ key }) => key));
    const stated = this.#hasRules ? this.#found.list().filter(({ key }) => !known.has(key)) : [];
    return { packages: [...packages, ...stated], direct: [...direct, ...stated.map(({ key }) => key)] };
  }

  /** Lists the packages. A package without a version gets the one of a known platform. */
  list(): { packages: FoundPackage[]; direct: string[] } {
    const packages = new DeclaredPackages(this.#notes);
    for (const each of this.#found.list())
      packages.add({ ...each, ...found(each.name, each.version ?? this.#byBom(each.name)) });
    const all = packages.list();
    for (const { name } of all) this.#notes.add(exportedDependencies, name);
    return { packages: all, direct: all.map(({ key }) => key) };
  }
}

const propertiesIn = ({ readText }: BuildInput): string => {
  try {
    return readText('gradle.properties');
  } catch {
    return '';
  }
};

/**
 * Reads what Gradle's build scripts, settings and version catalogs declare literally. A script is a program and
 * is not executed; computed declarations are noted. Transitive dependencies are known from a lockfile, or resolved by
 * published poms.
 */
export const readGradleBuild: BuildReader = (input) => {
  const { paths, notes, isPartlyLocked, lockedPlugins, poms: book } = input;
  const scripts = parseEach({ ...input, paths: paths.filter((path) => !isCatalog(path)) }, readGradleScript);
  const catalogs = parseEach({ ...input, paths: paths.filter(isCatalog) }, parseCatalog);
  const files = [...catalogs.parsed].map(([path, catalog]) => ({
    path,
    catalog,
    used: new Set<CatalogEntry>(),
  }));
  for (const { catalog } of files)
    for (const alias of catalog.invalidEntries) notes.add(unreadableEntries, alias);
  const variables = new GradleVariables(scripts.parsed, [...catalogs.parsed.values()], propertiesIn(input));
  const build = new GradleBuild(notes, files, variables);
  for (const [path, script] of scripts.parsed) build.manage(path, script);
  for (const [path, script] of scripts.parsed) build.add(path, script, lockedPlugins.has(directoryOf(path)));
  for (const [path, { places }] of scripts.parsed)
    for (const place of places) if (!isReadPlace(path, place, paths)) notes.add(unreadPlaces, place || path);
  if (!isPartlyLocked) build.addUnused();
  const { packages, direct } = book ? build.listResolved(book) : build.list();
  if (book?.isFull) notes.add(tooManyPoms, 'POM snapshot');
  return {
    packages,
    roots: { ...emptyRoots(), required: direct },
    read: [...scripts.parsed.keys(), ...catalogs.parsed.keys()],
    unread: [...scripts.unread, ...catalogs.unread],
  };
};

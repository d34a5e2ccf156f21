import { gradleScope } from './gradle-scope.ts';
import { declaredGradleModules } from './gradle-declared-modules.ts';
import { unreadPlaces } from './gradle-places.ts';
import type { DependencyScope } from '@scangate/engines/model/component';
import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { maxPackages } from '../package-limit.ts';
import {
  unreadableEntries,
  unreadableManifests,
  signsOfCut,
  emptyRoots,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { noteUnmetRanges, packagesByName } from '../unmet-ranges.ts';
import { asText } from '../parse/untrusted-value.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { directoryOf } from '@scangate/engines/units/paths';
import { linesOf } from '../parse/lines.ts';

const longestLine = 65_536;

/** Returns the scope of configurations, `a,b,c`. */
type ScopeOf = (configurations: string) => DependencyScope;

/** Remembers the scopes: most packages are in one of a few lists of configurations. */
const scopes = (ofBuildscript: boolean): ScopeOf => {
  const known = new Map<string, DependencyScope>();
  return (stated) => {
    if (ofBuildscript) return 'dev';
    let scope = known.get(stated);
    if (scope === undefined) {
      scope = gradleScope(stated.split(',').map((name) => name.trim()));
      known.set(stated, scope);
    }
    return scope;
  };
};

const inPart = asciiClass(/[\w.-]/);
const longestModule = 512;

/** Reads `group:name:version` before the equals sign, as nearly all lines have it; undefined for any other. */
const usualModule = (line: string, equals: number): { name: string; version: string } | undefined => {
  const group = endOfClass(line, inPart);
  const artifact = endOfClass(line, inPart, group + 1);
  const isUsual =
    group > 0 &&
    line.startsWith(':', group) &&
    artifact > group + 1 &&
    line.startsWith(':', artifact) &&
    equals > artifact + 1 &&
    equals < longestModule &&
    endOfClass(line, inPart, artifact + 1) === equals;
  return isUsual ? { name: line.slice(0, artifact), version: line.slice(artifact + 1, equals) } : undefined;
};

/** Parses `group:name:version=configuration,configuration`. */
const packageOf = (line: string, scopeOf: ScopeOf): FoundPackage | undefined => {
  const equals = line.indexOf('=');
  const usual = usualModule(line, equals);
  if (usual) {
    const { name, version } = usual;
    const scope = scopeOf(line.slice(equals + 1));
    return { key: `${name}@${version}`, ecosystem: 'Maven', name, version, scope };
  }
  const [group, artifact, version, ...more] = line
    .slice(0, equals)
    .split(':')
    .map((part) => asText(part));
  if (equals < 1 || !group || !artifact || !version || more.length > 0) return undefined;
  const scope = scopeOf(line.slice(equals + 1));
  const name = `${group}:${artifact}`;
  return { key: `${name}@${version}`, ecosystem: 'Maven', name, version, scope };
};

/**
 * Reads gradle.lockfile and buildscript-gradle.lockfile: everything a project resolves, by configuration,
 * without a graph. The scripts of its project show what is direct, if they declare that literally.
 */
export const readGradleLockfile: LockfileReader = (input) => {
  const { path, text, notes } = input;
  const packages = new Map<string, FoundPackage>();
  const ofBuildscript = path.endsWith('buildscript-gradle.lockfile');
  const scopeOf = scopes(ofBuildscript);
  let understood = 0;
  let isEnded = false;
  for (const raw of linesOf(text)) {
    const line = raw.length > longestLine ? '' : raw.trim();
    if ((line === '' && raw.trim() === '') || line.startsWith('#')) continue;
    if (line.startsWith('empty=')) {
      understood += 1;
      isEnded = true;
      continue;
    }
    const found = packageOf(line, scopeOf);
    if (!found) notes.add(unreadableEntries, raw.slice(0, 80));
    else if (packages.size >= maxPackages && !packages.has(found.key)) notes.addOmitted(1);
    else packages.set(found.key, found);
    if (found) understood += 1;
  }
  if (understood === 0) throw new UnreadableFile('it has no line of a Gradle lockfile');
  if (!isEnded) notes.add(signsOfCut, 'no line of the empty configurations, which is the last one');
  const all = [...packages.values()];
  // The configuration of build scripts themselves is locked in a file of its own.
  const isOfFile = (configuration: string): boolean => (configuration === 'classpath') === ofBuildscript;
  const {
    names: declared,
    ranges,
    places,
    unreadable,
  } = declaredGradleModules(directoryOf(path), input, isOfFile);
  for (const place of places) notes.add(unreadPlaces, place || path);
  for (const script of unreadable) notes.add(unreadableManifests, script);
  const stated = [...declared].filter((name) => !name.includes('$'));
  const locked = new Set(stated.length === 0 ? [] : all.map(({ name }) => name));
  notes.addRequests(stated, (name) => locked.has(name));
  noteUnmetRanges(ranges, packagesByName(all), notes);
  const direct =
    declared.size === 0 ? [] : all.filter(({ name }) => declared.has(name)).map(({ key }) => key);
  // If the build script declares nothing literally, every package may be direct.
  return {
    packages: all,
    roots: { ...emptyRoots(), required: direct.length > 0 ? direct : [...packages.keys()] },
  };
};

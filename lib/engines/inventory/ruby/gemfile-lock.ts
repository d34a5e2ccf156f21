import { readGemfile, type Gemfile } from './gemfile.ts';
import { eachNeed, parseGemfileLock, type LockedGem, type LockedGems } from './gemfile-lock-sections.ts';
import type { ComponentHash } from '@scangate/engines/model/component';
import { fileHashes, sha256At } from '../hashes.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages, KeysByName } from '../package-limit.ts';
import { purlOf } from '@scangate/engines/purl/ecosystem-purl';
import {
  computedRequests,
  missingDependencies,
  emptyRoots,
  unreadableManifests,
  type FoundPackage,
  type LockfileInput,
  type LockfileReader,
  type Roots,
} from '../lockfile-reader.ts';
import { noteUncoveredBelow } from '../uncovered-manifests.ts';
import { noteUnmetRanges, packagesByName } from '../unmet-ranges.ts';
import { posix } from 'node:path';
import { baseNameOf, directoryOf, siblingPath } from '@scangate/engines/units/paths';
import { folderNamed } from './gemfile-sources.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

const ecosystem = 'RubyGems';

/** Group names that Ruby projects use by convention for gems that are not installed in production. */
const forDevelopment =
  /^(?:dev|develop|development|tests?|ci|lint|linters?|linting|rubocop|docs?|documentation|debug|benchmarks?|coverage|guard)$/;

const insideUnit = (remote: string | undefined): boolean =>
  remote !== undefined && !/^(?:\.\.|[/~\\]|[A-Za-z]:)/.test(remote);

const sourceOf = ({ name, version, platform, source }: LockedGem): Partial<FoundPackage> => {
  if (source.kind === 'PATH') return { local: insideUnit(source.remote) ? 'member' : 'path' };
  const isGit = source.kind === 'GIT' || (source.kind === 'PLUGIN SOURCE' && source.revision !== undefined);
  const url = isGit ? vcsUrl(`${source.remote ?? ''}#${source.revision ?? ''}`) : undefined;
  const qualifiers = { ...(platform && { platform }), ...(url && { vcs_url: url }) };
  return {
    ecosystem,
    ...(url && { origin: { kind: 'git', url } }),
    purl: purlOf({ ecosystem, name, version, qualifiers }),
  };
};

const sumMark = 'sha256=';

const hashesOf = (sums: string | undefined): ComponentHash[] => {
  if (sums === undefined) return [];
  const sole = sums.startsWith(sumMark) ? sha256At(sums, sumMark.length, '') : undefined;
  if (sole && sums.length === sumMark.length + 64) return [sole];
  return fileHashes(sums.split(',', 8).map((sum) => sum.replace('=', ':')));
};

const packageOf = (gem: LockedGem, { checksums }: LockedGems): FoundPackage => {
  const { called } = gem;
  const hashes = hashesOf(checksums.get(called));
  if (gem.source.kind === 'GEM' && !gem.platform) {
    const { name, version } = gem;
    return { key: called, name, version, ecosystem, hashes };
  }
  return {
    key: `${called}${gem.source.kind === 'GEM' ? '' : ` ${gem.source.remote ?? ''}`}`,
    name: gem.name,
    version: gem.version,
    ...sourceOf(gem),
    hashes,
  };
};

const scopeOf = (name: string, gemfile: Gemfile | undefined): keyof Roots => {
  const groups = gemfile?.groups.get(name);
  if (groups) return [...groups].every((group) => forDevelopment.test(group)) ? 'dev' : 'required';
  return gemfile?.restIsDevelopment ? 'dev' : 'required';
};

const gemfileBeside = ({ path, readText, notes }: LockfileInput): Gemfile | undefined => {
  const manifest = siblingPath(path, path.endsWith('gems.locked') ? 'gems.rb' : 'Gemfile');
  const text = readText(manifest);
  const gemfile = readGemfile(text);
  if (text !== undefined && !gemfile) notes.add(unreadableManifests, manifest);
  return gemfile;
};

/** Bundler itself is never in its lockfile. */
const bundler = 'bundler';

/** Gems that applications list for Windows or Java only. */
const forOtherPlatforms = /^(?:tzinfo-data|wdm)$|win32|mingw|mswin|jruby|jdbc|java/;

/**
 * Notes requests of the Gemfile that are not locked. A gem for another platform is listed among the dependencies but
 * is not locked; without the Gemfile, only its name shows that.
 */
const noteUnlisted = (
  dependencies: readonly string[],
  gemfile: Gemfile | undefined,
  { input, keys }: { input: LockfileInput; keys: KeysByName },
): void => {
  const mayBeMissing = (name: string): boolean =>
    gemfile?.groups.has(name) ? !gemfile.unconditional.has(name) : forOtherPlatforms.test(name);
  for (const statement of gemfile?.dynamic ?? []) input.notes.add(computedRequests, statement);
  for (const name of new Set([...dependencies, ...(gemfile?.unconditional ?? [])])) {
    const isLocked = keys.find(name).length > 0;
    if (name !== bundler && (isLocked || !mayBeMissing(name))) input.notes.addRequest(name, isLocked);
  }
};

/** Returns whether the gemspec of a gem is in a folder, where Bundler looks for it. */
const hasGemspec = (name: string, folder: string, { path, readText, findNearby }: LockfileInput): boolean => {
  const place = posix.join(directoryOf(path), folder);
  const file = `${name}.gemspec`;
  return (
    [file, `${name}/${file}`].some((each) => readText(posix.join(place, each)) !== undefined) ||
    findNearby('*.gemspec').some(
      (each) => baseNameOf(each) === file && (place === '.' || each.startsWith(`${place}/`)),
    )
  );
};

interface GemPair {
  gem: LockedGem;
  found: FoundPackage;
}

/** Takes gems for what they are not: Bundler resolves one afresh that the Gemfile takes from no folder. */
const judgeLocal = (pairs: readonly GemPair[], gemfile: Gemfile, input: LockfileInput): void => {
  const local = pairs.filter(({ found }) => found.local);
  if (local.length === 0) return;
  const needed = new Set<string>();
  for (const { gem, found } of pairs) if (!found.local) eachNeed(gem, (name) => needed.add(name));
  const indirect: GemPair[] = [];
  for (const pair of local) {
    const { gem, found } = pair;
    const places = gemfile.declared.get(found.name);
    const folder = folderNamed(gem.source.remote ?? '');
    const isThere = places?.every(
      ({ place }) => place !== 'elsewhere' && (place.folder === undefined || place.folder === folder),
    );
    const isCertain = places?.some((each) => each.isCertain) === true || !needed.has(found.name);
    if (!places) indirect.push(pair);
    else if (!isThere || !isCertain) found.local = 'path';
  }
  for (const { gem, found } of indirect) {
    const folder = folderNamed(gem.source.remote ?? '');
    if (!gemfile.folders.has(folder) || !hasGemspec(found.name, folder, input)) found.local = 'path';
  }
};

/** Reads Bundler's Gemfile.lock and gems.locked. Each platform a gem is locked for is one component. */
export const readGemfileLock: LockfileReader = (input) => {
  const locked = parseGemfileLock(input.text, input.notes);
  if (!locked.dependencies) throw new UnreadableFile('it has no DEPENDENCIES section: it may be cut off');
  const gemfile = gemfileBeside(input);
  const keys = new KeysByName();
  const roots = emptyRoots();
  const pairs = limitPackages(locked.gems, input.notes).map((gem) => ({
    gem,
    found: packageOf(gem, locked),
  }));
  for (const { found } of pairs) keys.add(found.name, found.key);
  const ofUnit = new Set(pairs.filter(({ found }) => found.local === 'member'));
  if (gemfile) judgeLocal(pairs, gemfile, input);
  for (const pair of pairs) {
    const { gem, found } = pair;
    const needed: string[] = [];
    eachNeed(gem, (name) => {
      const sole = keys.sole(name);
      if (sole !== undefined) {
        needed.push(sole);
        return;
      }
      const all = keys.find(name);
      if (all.length === 0 && name !== bundler) input.notes.add(missingDependencies, name);
      for (const key of all) needed.push(key);
    });
    found.dependsOn = needed;
    if (!ofUnit.has(pair)) continue;
    // The unit's own gems and the dependencies of their gemspecs are direct.
    for (const key of [found.key, ...needed]) roots.required.push(key);
  }
  noteUnlisted(locked.dependencies, gemfile, { input, keys });
  const namesIn = (text: string): string[] => [...(readGemfile(text)?.unconditional ?? [])];
  const kinds = ['Gemfile', 'gems.rb'].map((file) => ({ file, namesIn }));
  noteUncoveredBelow(input, kinds, (name) => name === bundler || keys.find(name).length > 0);
  const find = packagesByName(pairs.map(({ found }) => found));
  const stated = new Set(locked.ranges.map(({ name, range }) => `${name} ${range}`));
  const more = (gemfile?.ranges ?? []).filter(({ name, range }) => !stated.has(`${name} ${range}`));
  noteUnmetRanges([...locked.ranges, ...more], find, input.notes);
  for (const name of locked.dependencies) {
    // A gem for another platform is listed here but is not locked.
    roots[scopeOf(name, gemfile)].push(...keys.find(name));
  }
  return { packages: pairs.map(({ found }) => found), roots };
};

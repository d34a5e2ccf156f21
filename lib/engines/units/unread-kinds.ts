import type { UnitType } from '../model/project-unit.ts';
import { baseNameOf } from './paths.ts';
import { recognizeBuildFile, recognizeLockfile, recognizeManifest } from './recognize-file.ts';

/** Dependency files of a kind that is recognized by name and not read. */
export interface UnreadKind {
  kind: string;
  file: RegExp;
  /** True: the pattern applies to the whole path. */
  isPath?: true;
  /** A statement that a file has in any case, where others use its name, too. */
  states?: RegExp;
  /** The manifests of a type with a lockfile: they are only unread where that is missing. */
  lockedBy?: LockedBy;
}

/** The files that lock a manifest, or mark the project that is then told in its place. */
interface LockedBy {
  type: UnitType;
  /** True: in the directory of the manifest or above it; otherwise only beside it. */
  isAbove?: true;
  manifests?: readonly string[];
}

/** The table of dependency files that are named in coverage and not read; the last row is any other lockfile. */
export const unreadKinds: readonly UnreadKind[] = [
  { kind: 'Carthage', file: /^Cartfile(?:\.private|\.resolved)?$/ },
  { kind: 'Deno', file: /^deno\.jsonc?$/ },
  { kind: 'R', file: /^packrat\.lock$/ },
  { kind: 'conda', file: /^(?:environment|conda-lock)(?:[-.][\w.-]{1,60})?\.ya?ml$|^pixi\.(?:lock|toml)$/ },
  { kind: 'Helm', file: /^(?:Chart\.lock|requirements\.ya?ml)$/ },
  { kind: 'Leiningen', file: /^(?:project\.clj|deps\.edn)$/ },
  { kind: 'pip source', file: /^[\w.-]{0,60}requirements[\w.-]{0,60}\.in$/ },
  { kind: 'pip source', file: /(?:^|\/)requirements\/[\w.-]{1,60}\.in$/, isPath: true },
  { kind: 'SPDX document', file: /\.spdx(?:\.(?:json|ya?ml|rdf|xml))?$/ },
  { kind: 'CycloneDX document', file: /(?:^|[.-])(?:cdx|cyclonedx)\.(?:json|xml)$|^bom\.(?:json|xml)$/ },
  { kind: 'sbt', file: /^[\w.-]{1,100}\.sbt$/ },
  { kind: 'polyglot Maven', file: /^pom\.(?:ya?ml|json|groovy|scala|kts?|clj|rb|atom)$/ },
  { kind: 'Go modfile', file: /^go\.[\w-]{1,60}\.mod$/ },
  {
    kind: 'name in an unusual case',
    file: /^(?:cargo\.toml|composer\.json|gemfile|go\.mod|package\.json|pipfile|podfile|pyproject\.toml)$/i,
  },
  {
    kind: 'name in an unusual case',
    file: /^[\w.-]{0,60}requirements[\w.-]{0,60}\.(?:TXT|Txt)$|^(?:Requirements|REQUIREMENTS)\.(?:txt|TXT)$|^(?:POM|Pom)\.xml$/,
  },
  {
    kind: 'name in an unusual case',
    file: /(?:^|\/)\.github\/workflows\/[^/]{1,200}\.ya?ml$/i,
    isPath: true,
  },
  { kind: 'pnpm', file: /^pnpm-lock\..{1,200}\.yaml$/ },
  { kind: 'Julia', file: /^(?:Julia)?Project\.toml$/, lockedBy: { type: 'julia' } },
  { kind: 'R', file: /^DESCRIPTION$/, states: /^Package[ \t]{0,20}:/m, lockedBy: { type: 'cran' } },
  { kind: 'opam', file: /^(?:.{1,120}\.)?opam$/ },
  { kind: 'LuaRocks', file: /.\.rockspec$/, lockedBy: { type: 'luarocks', isAbove: true } },
  {
    kind: 'Hackage',
    file: /.\.cabal$/,
    lockedBy: { type: 'hackage', isAbove: true, manifests: ['cabal.project', 'stack.yaml'] },
  },
  {
    kind: 'RubyGems',
    file: /.\.gemspec$/,
    lockedBy: { type: 'rubygems', isAbove: true, manifests: ['Gemfile', 'gems.rb'] },
  },
  {
    kind: 'Bazel',
    file: /^WORKSPACE(?:\.bazel|\.bzlmod)?$/,
    lockedBy: { type: 'bazel', isAbove: true, manifests: ['MODULE.bazel', 'maven_install.json'] },
  },
  {
    kind: 'Xcode',
    file: /^project\.pbxproj$/,
    states: /XCRemoteSwiftPackageReference/,
    lockedBy: { type: 'swift', isAbove: true },
  },
  { kind: 'unknown lockfile', file: /.\.lock$/ },
];

/** Files with lockfile extensions that pin nothing: Symfony Flex lists its recipes next to `composer.lock`. */
const pinsNothing = new Set(['symfony.lock']);

/** Returns the kind of a dependency file that is not read; undefined for all others. */
export const unreadKindOf = (path: string): UnreadKind | undefined => {
  if (recognizeLockfile(path) || recognizeBuildFile(path) || recognizeManifest(path)) return undefined;
  const name = baseNameOf(path);
  if (pinsNothing.has(name)) return undefined;
  return unreadKinds.find(({ file, isPath }) => file.test(isPath ? path : name));
};

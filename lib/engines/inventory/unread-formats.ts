import { isThirdPartyPath } from '../units/discover-units.ts';
import { baseNameOf, siblingPath } from '../units/paths.ts';
import { recognizeBuildFile, recognizeLockfile, recognizeManifest } from '../units/recognize-file.ts';
import type { Inventory } from '../model/component.ts';

/** Dependency files of a kind that is recognized by name and not read. */
interface UnreadKind {
  kind: string;
  file: RegExp;
  /** True: the pattern applies to the whole path. */
  isPath?: true;
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
  { kind: 'unknown lockfile', file: /.\.lock$/ },
];

const maxNames = 10;

/** Files with lockfile extensions that pin nothing: Symfony Flex lists its recipes next to `composer.lock`. */
const pinsNothing = new Set(['symfony.lock']);

const kindOf = (path: string): string | undefined => {
  if (recognizeLockfile(path) || recognizeBuildFile(path) || recognizeManifest(path)) return undefined;
  const name = baseNameOf(path);
  if (pinsNothing.has(name)) return undefined;
  return unreadKinds.find(({ file, isPath }) => file.test(isPath ? path : name))?.kind;
};

/** The lockfiles that lock each manifest next to them. */
const locks: ReadonlyMap<string, string> = new Map([
  ['deno.json', 'deno.lock'],
  ['deno.jsonc', 'deno.lock'],
  ['pixi.toml', 'pixi.lock'],
]);

/** Returns whether a lockfile next to it, or a compiled `requirements.in`, covers the requests of a manifest. */
const isLocked = (path: string, paths: ReadonlySet<string>): boolean => {
  const name = baseNameOf(path);
  const lock = locks.get(name);
  if (lock !== undefined)
    return paths.has(siblingPath(path, lock)) || (name !== 'pixi.toml' && paths.has(lock));
  return (
    path.endsWith('.in') &&
    ['.txt', '.lock'].some((end) => paths.has(`${path.slice(0, -'.in'.length)}${end}`))
  );
};

/**
 * Returns the dependency files that are recognized by name and not read, one entry per kind with the names of the
 * first files.
 * @param read files that were read for their pins alone.
 */
export const unreadFormats = (
  entries: readonly { path: string; sizeBytes: number }[],
  read: ReadonlySet<string> = new Set(),
): Inventory['unread'] => {
  const paths = new Set(entries.map(({ path }) => path));
  const byKind = new Map<string, string[]>();
  for (const { path, sizeBytes } of entries) {
    const kind = sizeBytes === 0 || isThirdPartyPath(path) ? undefined : kindOf(path);
    if (kind === undefined || read.has(path) || isLocked(path, paths)) continue;
    const found = byKind.get(kind);
    if (found) found.push(path);
    else byKind.set(kind, [path]);
  }
  return [...byKind].map(([kind, found]) => {
    const [file = '', ...more] = found;
    const names = more.slice(0, maxNames).join(', ');
    const others =
      more.length > 0
        ? `, nor ${more.length === 1 ? 'is' : 'are'} ${more.length} more: ${names}${more.length > maxNames ? ', …' : ''}`
        : '';
    return { file, reason: `it is not read (${kind})${others}` };
  });
};

import type { Directives } from './go-directives.ts';
import type { FoundPackage } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';

const goVersion = /^(?:go)?(\d+)\.(\d+)(?:\.(\d+))?(?:(beta|rc)(\d+))?(?:-.*)?$/;

/** Converts a Go version to the release form of OSV: `1.21` is 1.21.0, `1.21rc2` is 1.21.0-rc.2. */
const releaseOf = (stated: string): string | undefined => {
  const [, major, minor, patch, stage, number] = goVersion.exec(stated) ?? [];
  if (major === undefined || minor === undefined) return undefined;
  return `${major}.${minor}.${patch ?? '0'}${stage ? `-${stage}.${number}` : ''}`;
};

const partsOf = (release: string): number[] => release.split(/[.-]/, 3).map(Number);

const isLater = (a: string, b: string): boolean => {
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at !== -1 && (left[at] ?? 0) > (right[at] ?? 0);
};

/** Before Go 1.21 the `go` line names a language version; since then no older toolchain builds the module. */
const firstWithToolchain = '1.21.0';

/**
 * Returns the standard library as a package, because it has its own advisories. The later of language and
 * toolchain version counts, where the file states a toolchain at all.
 */
export const standardLibrary = (
  directives: Directives,
  isVendored: boolean,
  notes: Notes,
): FoundPackage | undefined => {
  const stated = (verb: string): string => directives.get(verb)?.[0]?.args[0] ?? '';
  const language = releaseOf(stated('go'));
  const toolchain = releaseOf(stated('toolchain'));
  const isLanguageOnly = language !== undefined && isLater(firstWithToolchain, language);
  const least = isLanguageOnly ? undefined : language;
  const version = least && toolchain && isLater(least, toolchain) ? least : (toolchain ?? least);
  if (!isVendored && (!language || isLater('1.17.0', language)))
    notes.add('indirect dependencies are listed only since Go 1.17, and it states', stated('go') || 'none');
  if (!version) {
    if (isLanguageOnly)
      notes.add('no toolchain is stated, so the standard library is not assessed', 'stdlib');
    return undefined;
  }
  return { key: 'stdlib', ecosystem: 'Go', name: 'stdlib', version };
};

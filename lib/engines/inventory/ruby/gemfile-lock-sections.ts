import { unreadableEntries } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import { asciiClass, consistsOf, endOfClass } from '@scangate/engines/text/ascii-class';
import { linesOf } from '../parse/lines.ts';

/** Describes one gem of a section for one platform. */
export interface LockedGem {
  /** `name (version-platform)`, which also names its checksums. */
  called: string;
  name: string;
  version: string;
  /** Absent for plain Ruby, which runs on every platform. */
  platform?: string;
  /** Names of the gems it depends on. */
  needs: string[];
  /** The versions it requests of each of them; undefined for any version. */
  ranges: (string | undefined)[];
  source: GemSource;
}

interface GemSource {
  kind: 'GEM' | 'GIT' | 'PATH' | 'PLUGIN SOURCE';
  remote?: string;
  revision?: string;
}

export interface LockedGems {
  gems: LockedGem[];
  /** Names the Gemfile depends on; absent when the section is missing. */
  dependencies?: string[];
  /** The versions that the section states. */
  ranges: RequestedRange[];
  /** `name (version-platform)` → `sha256=…`. */
  checksums: Map<string, string>;
}

const maxLineLength = 4096;
const kinds: ReadonlySet<string> = new Set(['GEM', 'GIT', 'PATH', 'PLUGIN SOURCE']);
const option = /^ {2}(remote|revision|specs):(?: (.*))?$/;
const spec = /^ {4}([^ ()]{1,200}) \(([^()\s-]{1,100})(?:-([^()\s]{1,100}))?\)$/;
const need = /^ {6}([^ ()!]{1,200})(?: \(([^()]{1,500})\))?!?$/;
const dependency = /^ {2}([^ ()!]{1,200})(?: \(([^()]{1,500})\))?!?$/;
const checksum = /^ {2}([^ ()]{1,200} \([^()\s]{1,200}\))(?: (\S{1,2000}))?$/;

const isKind = (text: string): text is GemSource['kind'] => kinds.has(text);

interface GemList {
  gems: LockedGem[];
  notes: Notes;
}

const blank = 0x20;
/** The characters of names and versions, without those that mark where they end. */
const inName = asciiClass(/[!-~]/);
for (const sign of '()!') inName[sign.charCodeAt(0)] = 0;
const inVersion = Uint8Array.from(inName);
inVersion['-'.charCodeAt(0)] = 0;
const [longestName, longestVersion, longestRange, longestSum] = [200, 100, 500, 2000];

const indentOf = (line: string): number => {
  let at = 0;
  while (line.charCodeAt(at) === blank) at += 1;
  return at;
};

/** Returns the position after a name that is followed by ` (`, else 0. */
const endOfName = (line: string, from: number): number => {
  const end = endOfClass(line, inName, from);
  return end > from && end - from <= longestName && line.startsWith(' (', end) ? end : 0;
};

/** Adds `    name (version)`, as most gems are. @returns whether the line is of this form. */
const addUsualGem = (line: string, source: GemSource, gems: LockedGem[]): boolean => {
  const name = endOfName(line, 4);
  const version = name === 0 ? 0 : endOfClass(line, inVersion, name + 2);
  const length = version - name - 2;
  if (length < 1 || length > longestVersion || version !== line.length - 1 || !line.endsWith(')'))
    return false;
  gems.push({
    called: line.slice(4),
    name: line.slice(4, name),
    version: line.slice(name + 2, version),
    needs: [],
    ranges: [],
    source,
  });
  return true;
};

/** Adds `      name` or `      name (range)`, as most needs are. @returns whether the line is of this form. */
const addUsualNeed = (line: string, gem: LockedGem | undefined): boolean => {
  const end = endOfClass(line, inName, 6);
  if (end < 7 || end - 6 > longestName) return false;
  let range: string | undefined;
  if (end < line.length) {
    if (!line.startsWith(' (', end) || !line.endsWith(')')) return false;
    range = line.slice(end + 2, -1);
    if (range === '' || range.length > longestRange || range.includes('(') || range.includes(')'))
      return false;
  }
  gem?.needs.push(line.slice(6, end));
  gem?.ranges.push(range);
  return true;
};

/** Adds a line of a gem or a need as most are. @returns whether it is one. */
const addUsualLine = (line: string, source: GemSource, gems: LockedGem[]): boolean => {
  const indent = indentOf(line);
  if (indent === 4) return addUsualGem(line, source, gems);
  return indent === 6 && addUsualNeed(line, gems.at(-1));
};

/** Parses a line of a section that lists gems. */
const addGemLine = (line: string, source: GemSource, { gems, notes }: GemList): void => {
  const [, key, value] = option.exec(line) ?? [];
  if (key === 'remote') source.remote ??= value?.trim();
  if (key === 'revision') source.revision = value?.trim();
  if (key !== undefined || /^ {2}\S/.test(line)) return;
  const [, name, version, platform] = spec.exec(line) ?? [];
  if (name !== undefined && version !== undefined) {
    gems.push({
      called: line.slice(4),
      name,
      version,
      ...(platform && { platform }),
      needs: [],
      ranges: [],
      source,
    });
    return;
  }
  const [, needed, range] = need.exec(line) ?? [];
  if (needed === undefined) notes.add(unreadableEntries, line.trim());
  else {
    const gem = gems.at(-1);
    gem?.needs.push(needed);
    gem?.ranges.push(range);
  }
};

const addChecksum = (line: string, checksums: Map<string, string>): void => {
  const name = endOfName(line, 2);
  const version = name === 0 ? 0 : endOfClass(line, inName, name + 2);
  const length = version - name - 2;
  const sums = line.slice(version + 2);
  const isUsual =
    length > 0 && length <= longestName && line.startsWith(') ', version) && line.startsWith('  ');
  if (isUsual && sums.length <= longestSum && consistsOf(sums, inName)) {
    checksums.set(line.slice(2, version + 1), sums);
    return;
  }
  const [, of, stated] = checksum.exec(line) ?? [];
  if (of !== undefined && stated !== undefined) checksums.set(of, stated);
};

/** Parses the sections of a Gemfile.lock line by line; indentation gives the structure. */
export const parseGemfileLock = (text: string, notes: Notes): LockedGems => {
  const locked: LockedGems = { gems: [], ranges: [], checksums: new Map() };
  let section = '';
  let source: GemSource | undefined;
  for (const line of linesOf(text)) {
    if (source && line.length <= maxLineLength && addUsualLine(line, source, locked.gems)) continue;
    if (line.trim() === '') continue;
    if (line.length > maxLineLength) {
      notes.add(unreadableEntries, line.slice(0, 80));
    } else if (!line.startsWith(' ')) {
      section = line.trim();
      source = isKind(section) ? { kind: section } : undefined;
      if (section === 'DEPENDENCIES') locked.dependencies = [];
    } else if (source) addGemLine(line, source, { gems: locked.gems, notes });
    else if (section === 'DEPENDENCIES') {
      const [, name, range] = dependency.exec(line) ?? [];
      if (name === undefined) notes.add(unreadableEntries, line.trim());
      else locked.dependencies?.push(name);
      if (name !== undefined && range !== undefined) locked.ranges.push({ name, range });
    } else if (section === 'CHECKSUMS') {
      addChecksum(line, locked.checksums);
    }
  }
  return locked;
};

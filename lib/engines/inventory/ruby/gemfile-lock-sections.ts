import { unreadableEntries } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import { LineCursor } from '../parse/lines.ts';
import { needIndent, takeUsualChecksum, takeUsualGem } from './usual-gem.ts';

/** Describes one gem of a section for one platform. */
export interface LockedGem {
  /** `name (version-platform)`, which also names its checksums. */
  called: string;
  name: string;
  version: string;
  /** Absent for plain Ruby, which runs on every platform. */
  platform?: string;
  /** The lines of the gems that it depends on, which `eachNeed` reads: `      name (range)`. */
  needs: string;
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

const needLine = (name: string, range: string | undefined): string =>
  `${needIndent}${name}${range === undefined ? '' : ` (${range})`}\n`;

/** Visits the gems that a gem depends on, with the versions that it requests; any when undefined. */
export const eachNeed = (
  { needs }: LockedGem,
  visit: (name: string, range: string | undefined) => void,
): void => {
  for (let from = needIndent.length; from < needs.length;) {
    const end = needs.indexOf('\n', from);
    const blank = needs.indexOf(' ', from);
    if (blank === -1 || blank > end) visit(needs.slice(from, end), undefined);
    else visit(needs.slice(from, blank), needs.slice(blank + 2, end - 1));
    from = end + 1 + needIndent.length;
  }
};

/** Adds a gem with its needs, as Bundler writes them. @returns whether one is next. */
const addUsualGem = (lines: LineCursor, source: GemSource, gems: LockedGem[]): boolean => {
  const found = takeUsualGem(lines);
  if (!found) return false;
  const { called, name, version, platform, needs } = found;
  gems.push(
    platform === undefined
      ? { called, name, version, needs, source }
      : { called, name, version, platform, needs, source },
  );
  return true;
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
      needs: '',
      source,
    });
    return;
  }
  const [, needed, range] = need.exec(line) ?? [];
  if (needed === undefined) notes.add(unreadableEntries, line.trim());
  else {
    const gem = gems.at(-1);
    if (gem) gem.needs += needLine(needed, range);
  }
};

const addChecksum = (line: string, checksums: Map<string, string>): void => {
  const [, of, stated] = checksum.exec(line) ?? [];
  if (of !== undefined && stated !== undefined) checksums.set(of, stated);
};

/** Adds the checksum of a gem that has only one. @returns whether one is next. */
const addUsualChecksum = (lines: LineCursor, { gems, checksums }: LockedGems): boolean => {
  const found = takeUsualChecksum(lines, gems[checksums.size]?.called);
  if (!found) return false;
  checksums.set(found.of, found.stated);
  return true;
};

/** Parses the sections of a Gemfile.lock line by line; indentation gives the structure. */
export const parseGemfileLock = (text: string, notes: Notes): LockedGems => {
  const locked: LockedGems = { gems: [], ranges: [], checksums: new Map() };
  let section = '';
  let source: GemSource | undefined;
  for (const lines = new LineCursor(text); !lines.isAtEnd;) {
    if (source && addUsualGem(lines, source, locked.gems)) continue;
    if (section === 'CHECKSUMS' && addUsualChecksum(lines, locked)) continue;
    const line = lines.take();
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

import { unreadableEntries } from '../lockfile-reader.ts';
import type { Notes } from '../notes.ts';
import type { AskedRange } from '../unmet-ranges.ts';
import { linesOf } from '../parse/lines.ts';

/** Describes one gem of a section for one platform. */
export interface LockedGem {
  name: string;
  version: string;
  /** Absent for plain Ruby, which runs on every platform. */
  platform?: string;
  /** Names of the gems it depends on. */
  needs: string[];
  /** The versions it requests, by name. */
  ranges: AskedRange[];
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
  ranges: AskedRange[];
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

/** Parses a line of a section that lists gems. */
const addGemLine = (line: string, source: GemSource, { gems, notes }: GemList): void => {
  const [, key, value] = option.exec(line) ?? [];
  if (key === 'remote') source.remote ??= value?.trim();
  if (key === 'revision') source.revision = value?.trim();
  if (key !== undefined || /^ {2}\S/.test(line)) return;
  const [, name, version, platform] = spec.exec(line) ?? [];
  if (name !== undefined && version !== undefined) {
    gems.push({ name, version, ...(platform && { platform }), needs: [], ranges: [], source });
    return;
  }
  const [, needed, range] = need.exec(line) ?? [];
  if (needed === undefined) notes.add(unreadableEntries, line.trim());
  else gems.at(-1)?.needs.push(needed);
  if (needed !== undefined && range !== undefined) gems.at(-1)?.ranges.push({ name: needed, range });
};

/** Parses the sections of a Gemfile.lock line by line; indentation gives the structure. */
export const parseGemfileLock = (text: string, notes: Notes): LockedGems => {
  const locked: LockedGems = { gems: [], ranges: [], checksums: new Map() };
  let section = '';
  let source: GemSource | undefined;
  for (const line of linesOf(text)) {
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
      const [, of, sums] = checksum.exec(line) ?? [];
      if (of !== undefined && sums !== undefined) locked.checksums.set(of, sums);
    }
  }
  return locked;
};

import { parseJson, parseYamlStream } from '../parse/parse-document.ts';
import { parseJsonc } from '../parse/parse-jsonc.ts';
import { asList, asTable, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import { splitSpec } from '../npm/npm-spec.ts';
import { parsePnpmKey, withoutPeers } from '../npm/pnpm-keys.ts';
import type { RangeReader } from './range-reader.ts';
import { linesOf } from '../parse/lines.ts';

const tables = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** Returns the requests of an entry, by name. */
const requestedBy = (entry: unknown): Map<string, string> =>
  new Map(
    tables.flatMap((table) =>
      entriesOf(member(entry, table)).flatMap(([needed, range]): [string, string][] => {
        const stated = asText(range);
        return stated === undefined ? [] : [[needed, stated.replace(/^npm:/, '')]];
      }),
    ),
  );

export const packageLockRanges: RangeReader = (text) => {
  const ranges = new Map<string, ReadonlyMap<string, string>>();
  for (const [location, entry] of entriesOf(member(parseJson(text), 'packages'))) {
    const at = location.lastIndexOf('node_modules/');
    if (at === -1) continue;
    const name = asText(member(entry, 'name')) ?? location.slice(at + 'node_modules/'.length);
    const asked = requestedBy(entry);
    if (asked.size > 0) ranges.set(`${name}@${asText(member(entry, 'version')) ?? ''}`, asked);
  }
  return ranges;
};

const field =
  /^ {2}"?(version|resolution|dependencies|optionalDependencies|peerDependencies)"?:? ?"?([^"]{0,4000})"?$/;
const need = /^ {4}"?([^\s":]{1,214})"?:? "?([^"]{1,1000})"?$/;

/** Reads both generations of yarn.lock line by line: fields are indented by two spaces, dependencies by four. */
export const yarnLockRanges: RangeReader = (text) => {
  const ranges = new Map<string, Map<string, string>>();
  let name = '';
  let asked = new Map<string, string>();
  let isNeeds = false;
  for (const line of linesOf(text)) {
    if (/^[^\s#]/.test(line)) {
      const pattern = line.replaceAll('"', '').split(',', 1)[0] ?? '';
      const spec = splitSpec(pattern);
      name =
        spec.range.startsWith('npm:') && !/^npm:[\d^~<>=*vx]/.test(spec.range)
          ? splitSpec(spec.range).name
          : spec.name;
      asked = new Map();
      isNeeds = false;
      continue;
    }
    const [, key, value = ''] = field.exec(line) ?? [];
    if (/^ {2}\S/.test(line)) isNeeds = key !== undefined && key !== 'version' && key !== 'resolution';
    if (key === 'version') ranges.set(`${name}@${value.trim()}`, asked);
    const [, needed, range] = isNeeds ? (need.exec(line) ?? []) : [];
    if (needed !== undefined && range !== undefined) asked.set(needed, range.replace(/^npm:/, ''));
  }
  return ranges;
};

/** Reads bun.lock, whose entries are `[name@version, registry, {dependencies, …}, hash]`. */
export const bunLockRanges: RangeReader = (text) => {
  const ranges = new Map<string, ReadonlyMap<string, string>>();
  for (const [, tuple] of entriesOf(member(parseJsonc(text), 'packages'))) {
    const [first, ...rest] = asList(tuple);
    const asked = requestedBy(rest.map(asTable).find((each) => each !== undefined));
    if (asked.size > 0) ranges.set(asText(first, 4096) ?? '', asked);
  }
  return ranges;
};

/** Reads pnpm-lock.yaml, which states resolved versions, and ranges of peer dependencies only. */
export const pnpmLockRanges: RangeReader = (text) => {
  const ranges = new Map<string, ReadonlyMap<string, string>>();
  for (const document of parseYamlStream(text)) {
    const form = Number.parseFloat(asText(member(document, 'lockfileVersion')) ?? '') < 6 ? 'slashes' : 'at';
    for (const [key, entry] of entriesOf(member(document, 'packages'))) {
      const parts = parsePnpmKey(withoutPeers(key, form), form);
      const asked = requestedBy({ peerDependencies: member(entry, 'peerDependencies') });
      if (parts && asked.size > 0) ranges.set(`${parts.name}@${parts.version}`, asked);
    }
  }
  return ranges;
};

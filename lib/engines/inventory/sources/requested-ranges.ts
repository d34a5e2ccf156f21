import { parseJson } from '../parse/parse-document.ts';
import { asText, entriesOf, member } from '../parse/untrusted-value.ts';
import { splitSpec } from '../npm/npm-spec.ts';

/** The ranges that the packages of a lockfile ask for: by `name@version` of the package, by name of what it needs. */
export type RequestedRanges = ReadonlyMap<string, ReadonlyMap<string, string>>;

const tables = ['dependencies', 'optionalDependencies', 'peerDependencies'] as const;

const fromPackageLock = (text: string): RequestedRanges => {
  const ranges = new Map<string, ReadonlyMap<string, string>>();
  for (const [location, entry] of entriesOf(member(parseJson(text), 'packages'))) {
    const at = location.lastIndexOf('node_modules/');
    if (at === -1) continue;
    const name = asText(member(entry, 'name')) ?? location.slice(at + 'node_modules/'.length);
    const asked = tables.flatMap((table) =>
      entriesOf(member(entry, table)).flatMap(([needed, range]): [string, string][] => {
        const stated = asText(range);
        return stated === undefined ? [] : [[needed, stated]];
      }),
    );
    if (asked.length > 0) ranges.set(`${name}@${asText(member(entry, 'version')) ?? ''}`, new Map(asked));
  }
  return ranges;
};

const field =
  /^ {2}"?(version|resolution|dependencies|optionalDependencies|peerDependencies)"?:? ?"?([^"]{0,4000})"?$/;
const need = /^ {4}"?([^\s":]{1,214})"?:? "?([^"]{1,1000})"?$/;

/** Reads both generations of yarn.lock line by line: fields are indented by two blanks, dependencies by four. */
const fromYarnLock = (text: string): RequestedRanges => {
  const ranges = new Map<string, Map<string, string>>();
  let name = '';
  let asked = new Map<string, string>();
  let isNeeds = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
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
    if (needed !== undefined && range !== undefined) asked.set(needed, range);
  }
  return ranges;
};

/** Reads the ranges of a lockfile by its name; undefined where the format states none or is not read for them. */
export const requestedRanges = (path: string, text: string): RequestedRanges | undefined => {
  if (/(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/.test(path)) return fromPackageLock(text);
  return /(?:^|\/)yarn\.lock$/.test(path) ? fromYarnLock(text) : undefined;
};

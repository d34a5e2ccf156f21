import { packageName } from '@scangate/engines/advisories/package-name';
import type { Ecosystem } from '@scangate/engines/model/component';
import { purlOfParts } from '@scangate/engines/purl/package-url';
import { plainPurl } from '@scangate/engines/purl/purl-of-type';
import { baseNameOf } from '@scangate/engines/units/paths';
import { unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import type { Notes } from '../gap-notes.ts';
import { limitPackages } from '../package-limit.ts';
import { parseToml } from '../parse/parse-document.ts';
import { asList, asText, entriesOf, member } from '../parse/untrusted-value.ts';
import { linesOf } from '../parse/lines.ts';

interface Tool {
  name: string;
  versions: string[];
}

/** The backends of mise that install from a registry with advisories. */
const backends: ReadonlyMap<string, Ecosystem> = new Map([
  ['npm', 'npm'],
  ['pipx', 'PyPI'],
  ['cargo', 'crates.io'],
  ['gem', 'RubyGems'],
  ['go', 'Go'],
]);

/** A name like `latest`, `lts`, `system` or `ref:main` is not a version, and neither is a prefix that matches many. */
const version = /^v?\d[\w.+-]{0,100}$/;
const [zero, nine] = [0x30, 0x39];
const whole = /^v?\d{1,10}\.\d{1,10}\.\d/;

const packageOf = (stated: string, text: string): FoundPackage | undefined => {
  const name = stated.split('[', 1)[0] ?? '';
  const colon = name.indexOf(':');
  const ecosystem = backends.get(name.slice(0, Math.max(0, colon)));
  const key = `${name} ${text}`;
  const pinned = version.test(text) ? { version: text } : {};
  if (ecosystem) {
    const own = packageName(ecosystem, name.slice(colon + 1));
    const exact = whole.test(text)
      ? { version: ecosystem === 'Go' ? `v${text.replace(/^v/, '')}` : text }
      : {};
    return own === '' ? undefined : { key, ecosystem, name: own, ...exact };
  }
  const purl = purlOfParts({ type: 'generic', name: name.replaceAll(/[:/]/g, '-'), ...pinned });
  return purl === undefined ? undefined : { key, name, purl, ...pinned };
};

const longestName = 200;
const longestVersion = 100;

/** Reads a line of one tool with one version, as nearly all are; undefined for any other. */
const usualPackage = (line: string): FoundPackage | undefined => {
  const blank = line.indexOf(' ');
  const name = line.slice(0, Math.max(0, blank));
  const pinned = line.slice(blank + 1);
  if (name.length > longestName || pinned.length > longestVersion) return undefined;
  const first = pinned.charCodeAt(pinned.startsWith('v') ? 1 : 0);
  const purl = first >= zero && first <= nine ? plainPurl('generic', name, pinned) : undefined;
  return purl === undefined ? undefined : { key: line, name, purl, version: pinned };
};

const toolOf = (line: string, notes: Notes): Tool | undefined => {
  const [name = '', ...versions] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
  if (name === '') return undefined;
  if (versions.length > 0 && /^[\w.:@/-]{1,200}$/.test(name)) return { name, versions };
  notes.add(unreadableEntries, line.trim());
  return undefined;
};

/** Reads `"22"`, `["3.11", "3.12"]`, `{ version = "1" }` and lists of such tables; what states no version is noted. */
const versionsOf = ([name, value]: [string, unknown], notes: Notes): string[] => {
  const stated = Array.isArray(value) && value.length > 0 ? asList(value) : [value];
  return stated.flatMap((each) => {
    const found = asText(each) ?? asText(member(each, 'version'));
    if (found === undefined) notes.add(unreadableEntries, name);
    return found ?? [];
  });
};

/** Reads the tools of a project, and those that mise installs to run one of its tasks. */
const fromToml = (text: string, notes: Notes): Tool[] => {
  const document = parseToml(text);
  const tasks = entriesOf(member(document, 'tasks')).map(([, task]) => task);
  return [document, ...tasks]
    .flatMap((table) => entriesOf(member(table, 'tools')))
    .map((entry) => ({ name: entry[0], versions: versionsOf(entry, notes) }));
};

const packagesOf = ({ name, versions }: Tool, notes: Notes): FoundPackage[] =>
  versions.flatMap((each) => {
    const found = packageOf(name, each);
    if (!found) notes.add(unreadableEntries, name);
    return found ?? [];
  });

const fromLines = (text: string, notes: Notes): FoundPackage[] => {
  const packages: FoundPackage[] = [];
  for (const line of linesOf(text)) {
    const usual = usualPackage(line);
    const tool = usual ? undefined : toolOf(line, notes);
    if (usual) packages.push(usual);
    else if (tool) packages.push(...packagesOf(tool, notes));
  }
  return packages;
};

/** Reads the tools that mise or asdf installs. All listed versions of a tool are installed. */
export const readToolVersions: LockfileReader = ({ path, text, notes }) => {
  const packages =
    baseNameOf(path) === '.tool-versions'
      ? fromLines(text, notes)
      : fromToml(text, notes).flatMap((tool) => packagesOf(tool, notes));
  return { packages: [...limitPackages(packages, notes)] };
};

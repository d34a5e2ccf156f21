import { integrityHashes } from './hashes.ts';
import { maxPackages } from './package-limit.ts';
import { parseJson } from './parse-document.ts';
import { misread, noRoots, type FoundPackage, type LockfileReader } from './reader.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { asTable, asText, entriesOf, member } from './untrusted.ts';

const kinds: ReadonlySet<unknown> = new Set(['Direct', 'Transitive', 'CentralTransitive', 'Project']);

/** Of one target framework: package name in lower case → key in the whole file. */
type Resolved = ReadonlyMap<string, string>;

const keyOf = (name: string, entry: unknown): string =>
  `${name.toLowerCase()}@${asText(member(entry, 'resolved')) ?? ''}`;

const packageOf = (name: string, entry: unknown): FoundPackage => {
  const key = keyOf(name, entry);
  if (member(entry, 'type') === 'Project') return { key, name, local: 'member', dependsOn: [] };
  const version = asText(member(entry, 'resolved'));
  const contentHash = asText(member(entry, 'contentHash'));
  return {
    key,
    ecosystem: 'NuGet',
    name,
    ...(version && { version }),
    hashes: contentHash ? integrityHashes(`sha512-${contentHash}`) : [],
    dependsOn: [],
  };
};

/** Adds what an entry needs in this framework; another framework may have named other packages. */
const connect = (found: FoundPackage, entry: unknown, resolved: Resolved): void => {
  const known = new Set(found.dependsOn);
  for (const [name] of entriesOf(member(entry, 'dependencies'))) {
    const key = resolved.get(name.toLowerCase());
    if (key !== undefined) known.add(key);
  }
  found.dependsOn = [...known];
};

/** packages.lock.json, versions 1 and 2. A package that several target frameworks resolve alike is one. */
export const readPackagesLock: LockfileReader = ({ text, notes }) => {
  const document = parseJson(text);
  const frameworks = asTable(member(document, 'dependencies'));
  if (!frameworks) throw new UnreadableFile('it has no dependencies table');
  const packages = new Map<string, FoundPackage>();
  const direct = new Set<string>();
  for (const [, framework] of entriesOf(frameworks)) {
    const entries = entriesOf(framework);
    const resolved = new Map(entries.map(([name, entry]) => [name.toLowerCase(), keyOf(name, entry)]));
    for (const [name, entry] of entries) {
      const type = member(entry, 'type');
      if (!kinds.has(type) || !asText(name)) {
        notes.add(misread, name);
        continue;
      }
      const key = keyOf(name, entry);
      const found = packages.get(key) ?? packageOf(name, entry);
      if (!packages.has(key) && packages.size >= maxPackages) {
        notes.leaveOut(1);
        continue;
      }
      packages.set(key, found);
      connect(found, entry, resolved);
      if (type === 'Direct' || type === 'Project') direct.add(key);
    }
  }
  return { packages: [...packages.values()], roots: { ...noRoots(), required: [...direct] } };
};

import { siblingPath } from '@scangate/engines/units/paths';
import { fileHashes } from '../hashes.ts';
import {
  emptyRoots,
  missingDependencies,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { parseGeneratedToml } from '../parse/generated-toml.ts';
import { parseToml, tryParse } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asTable, asText, entriesOf, member, textsOf } from '../parse/untrusted-value.ts';

const packageOf = (entry: unknown): FoundPackage | undefined => {
  const [name, version] = [asText(member(entry, 'name')), asText(member(entry, 'version'))];
  if (name === undefined || version === undefined) return undefined;
  const found = { key: name, name, version, dependsOn: textsOf(member(entry, 'requirements')) };
  const source = asText(member(entry, 'source'));
  if (source === 'local') return { ...found, local: 'path' };
  if (source === 'git') {
    const url = vcsUrl(
      `${asText(member(entry, 'repo'), 2048) ?? ''}#${asText(member(entry, 'commit')) ?? ''}`,
    );
    return { ...found, ecosystem: 'Hex', origin: { kind: 'git', url } };
  }
  const sum = asText(member(entry, 'outer_checksum'));
  return { ...found, ecosystem: 'Hex', hashes: fileHashes(sum ? [`sha256:${sum}`] : []) };
};

/** Reads Gleam's manifest.toml, which has a full graph; gleam.toml next to it states what is for development. */
export const readGleamManifest: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseGeneratedToml(text);
  const entries = member(document, 'packages');
  const requirements = asTable(member(document, 'requirements'));
  if (!Array.isArray(entries)) throw new UnreadableFile('it has no list of packages');
  if (!requirements) notes.add(signsOfCut, 'no requirements, which are the last table');
  const packages: FoundPackage[] = [];
  for (const entry of limitPackages(asList(entries), notes)) {
    const found = packageOf(entry);
    if (found) packages.push(found);
    else notes.add(unreadableEntries, asText(member(entry, 'name')) ?? 'an entry without name');
  }
  const listed = new Set(packages.map(({ key }) => key));
  for (const { dependsOn = [] } of packages)
    for (const name of dependsOn) if (!listed.has(name)) notes.add(missingDependencies, name);
  const manifest = tryParse(readText(siblingPath(path, 'gleam.toml')), parseToml);
  const namesIn = (table: string): string[] => entriesOf(member(manifest, table)).map(([name]) => name);
  const dev = new Set([...namesIn('dev-dependencies'), ...namesIn('dev_dependencies')]);
  const stated = namesIn('dependencies');
  const asked = [...entriesOf(requirements).map(([name]) => name), ...stated, ...dev];
  notes.addRequests(new Set(asked), (name) => listed.has(name));
  const roots = emptyRoots();
  for (const name of new Set(asked))
    roots[dev.has(name) && !stated.includes(name) ? 'dev' : 'required'].push(name);
  return { packages, roots };
};

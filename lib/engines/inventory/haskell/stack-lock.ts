import { signsOfCut, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { publicUrl, vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import { parseOlderYamlStream } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';

/** `name-1.2.3@sha256:<hash of the description>,<size>`; no part of a name consists of digits only. */
const hackage = /^([A-Za-z0-9][A-Za-z0-9-]{0,200})-(\d[\d.]{0,100})(?:@|$)/;

const packageOf = (completed: unknown): FoundPackage | undefined => {
  const stated = asText(member(completed, 'hackage'));
  if (stated !== undefined) {
    const [, name, version] = hackage.exec(stated) ?? [];
    return name && version ? { key: `${name}-${version}`, ecosystem: 'Hackage', name, version } : undefined;
  }
  const [name, version] = [asText(member(completed, 'name')), asText(member(completed, 'version'))];
  const git = asText(member(completed, 'git'), 2048);
  const archive = asText(member(completed, 'url'), 2048) ?? asText(member(completed, 'archive'), 2048);
  if (name === undefined || (git === undefined && archive === undefined)) return undefined;
  const revision = asText(member(completed, 'commit')) ?? '';
  const origin =
    git === undefined
      ? { kind: 'url' as const, url: publicUrl(archive ?? '') }
      : { kind: 'git' as const, url: vcsUrl(`${git}#${revision}`) };
  return { key: `${name} ${origin.url}`, ecosystem: 'Hackage', name, ...(version && { version }), origin };
};

const snapshotOf = (entry: unknown): string =>
  asText(member(entry, 'original')) ??
  asText(member(member(entry, 'original'), 'url'), 2048) ??
  asText(member(member(entry, 'completed'), 'url'), 2048) ??
  'a snapshot without a name';

/**
 * Reads stack.yaml.lock: the packages that a project uses in addition to its snapshot. The packages of the snapshot,
 * which are most of the build, are not in the file; that is reported.
 */
export const readStackLock: LockfileReader = ({ text, notes }) => {
  const [document] = parseOlderYamlStream(text);
  const [stated, snapshots] = [member(document, 'packages'), member(document, 'snapshots')];
  if (!document || (stated === undefined && snapshots === undefined))
    throw new UnreadableFile('it has neither packages nor snapshots');
  if (stated === undefined) notes.add(signsOfCut, 'no list of packages');
  if (snapshots === undefined) notes.add(signsOfCut, 'no list of snapshots, which is the last one');
  const packages: FoundPackage[] = [];
  for (const entry of limitPackages(asList(stated), notes)) {
    const found = packageOf(member(entry, 'completed'));
    if (found) packages.push(found);
    else
      notes.add(
        unreadableEntries,
        asText(member(member(entry, 'original'), 'hackage')) ?? 'an entry without name',
      );
  }
  for (const entry of asList(snapshots))
    notes.add('packages of the snapshot are not in the file', snapshotOf(entry));
  return { packages };
};

import { purlOfParts } from '@scangate/engines/purl/package-url';
import { vcsUrl } from '../package-address.ts';
import { limitPackages } from '../package-limit.ts';
import {
  emptyRoots,
  missingDependencies,
  ownKey,
  signsOfCut,
  unreadableEntries,
  type FoundPackage,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { parseOlderYamlStream } from '../parse/parse-document.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asList, asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const installed = /^([^\s()]{1,300}) \(([^()]{1,100})\)$/;

/** `Firebase/Core (10.0)` is a subspec of the pod `Firebase`. */
const podOf = (name: string): string => name.split('/', 1)[0] ?? name;

/** `Alamofire (~> 5.0)`, or with the source in place of a range. */
const nameOf = (request: string): string => request.split(' (', 1)[0]?.trim() ?? '';

/** Returns the source of a pod that comes from no spec repository. */
const sourceOf = (name: string, document: Table): Pick<FoundPackage, 'local' | 'origin'> => {
  const pod = podOf(name);
  const stated = member(member(document, 'EXTERNAL SOURCES'), pod);
  const checkout = member(member(document, 'CHECKOUT OPTIONS'), pod);
  if (asText(member(stated, ':path'), 2048) !== undefined) return { local: 'path' };
  const git = asText(member(checkout, ':git') ?? member(stated, ':git'), 2048);
  const commit = asText(member(checkout, ':commit')) ?? '';
  if (git !== undefined) return { origin: { kind: 'git', url: vcsUrl(`${git}#${commit}`) } };
  return asText(member(stated, ':podspec'), 2048) === undefined ||
    /^https?:/.test(asText(member(stated, ':podspec'), 2048) ?? '')
    ? {}
    : { local: 'path' };
};

const packageOf = (entry: string, document: Table): FoundPackage | undefined => {
  const [, name = '', version = ''] = installed.exec(entry) ?? [];
  if (name === '') return undefined;
  const source = sourceOf(name, document);
  if (source.local) return { key: name, name, version, ...source };
  const [pod = '', ...subspec] = name.split('/');
  const qualifiers: Record<string, string> = source.origin ? { vcs_url: source.origin.url } : {};
  const purl = purlOfParts({ type: 'cocoapods', name: pod, version, qualifiers, subpath: subspec.join('/') });
  return purl === undefined ? undefined : { key: name, name, version, purl };
};

/** An entry is a string, or a mapping from that string to its dependencies. */
const entriesIn = (pods: readonly unknown[]): { stated: string; needed: string[] }[] =>
  pods.flatMap((pod) => {
    const text = asText(pod);
    if (text !== undefined) return [{ stated: text, needed: [] }];
    return entriesOf(pod).map(([stated, needed]) => ({ stated, needed: textsOf(needed).map(nameOf) }));
  });

/**
 * Reads Podfile.lock. The checksums of all pods are at its end, so that a file without one of them is cut off; a pod
 * from a local path has one as well.
 */
export const readPodfileLock: LockfileReader = ({ text, notes }) => {
  const [document = {}] = parseOlderYamlStream(text);
  if (member(document, 'PODS') === undefined && member(document, 'COCOAPODS') === undefined)
    throw new UnreadableFile('its list of pods is missing');
  const packages = new Map<string, FoundPackage>();
  for (const { stated, needed } of limitPackages(entriesIn(asList(member(document, 'PODS'))), notes)) {
    const found = packageOf(stated, document);
    const key = found && ownKey(packages, found);
    if (found && key !== undefined) packages.set(key, { ...found, key, dependsOn: needed });
    else notes.add(unreadableEntries, stated);
  }
  for (const { dependsOn = [] } of packages.values())
    for (const name of dependsOn) if (!packages.has(name)) notes.add(missingDependencies, name);
  const requested = textsOf(member(document, 'DEPENDENCIES')).map(nameOf);
  notes.addRequests(requested, (name) => packages.has(name));
  const sums = member(document, 'SPEC CHECKSUMS');
  const pods = new Set(Array.from(packages.values(), ({ name }) => podOf(name)));
  for (const [name] of entriesOf(sums)) if (!pods.has(name)) notes.add(missingDependencies, name);
  if (asText(member(document, 'COCOAPODS')) === undefined)
    notes.add(signsOfCut, 'the version of CocoaPods at its end is missing');
  return { packages: [...packages.values()], roots: { ...emptyRoots(), required: requested } };
};

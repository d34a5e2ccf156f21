import type { ComponentHash } from '@scangate/engines/model/component';
import { directoryOf } from '@scangate/engines/units/paths';
import { hexHash } from '../hashes.ts';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { childOf, childrenOf, parseXml, type XmlElement } from '../parse/parse-xml.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { declaredGradleModules } from './gradle-declared-modules.ts';

/** Files that describe a module rather than contain its code. */
const ofMetadata = /\.(?:pom|module|xml|asc)$/;

const addHashes = (hashes: ComponentHash[], artifact: XmlElement): void => {
  for (const checksum of artifact.children) {
    // Checksums under `pgp` are keys; those under `also-trust` belong to the same file from another source.
    const stated = asText(checksum.attributes.get('value'), 200);
    const hash = stated && hexHash(checksum.name, stated);
    if (hash) hashes.push(hash);
  }
};

const packageOf = (component: XmlElement): FoundPackage | undefined => {
  const { attributes } = component;
  const [group, artifact] = [asText(attributes.get('group')), asText(attributes.get('name'))];
  const version = asText(attributes.get('version'));
  if (!group || !artifact || !version) return undefined;
  const hashes: ComponentHash[] = [];
  let [hasCode, hasArtifact] = [false, false];
  for (const each of component.children) {
    if (each.name !== 'artifact') continue;
    hasArtifact = true;
    if (ofMetadata.test(each.attributes.get('name') ?? '')) continue;
    hasCode = true;
    addHashes(hashes, each);
  }
  const name = `${group}:${artifact}`;
  const found: FoundPackage = { key: `${name}@${version}`, ecosystem: 'Maven', name, version, hashes };
  // A module whose files hold no code is a parent, a list of versions, or a version whose metadata alone was requested.
  if (hasArtifact && !hasCode) found.scope = 'optional';
  return found;
};

/**
 * Reads gradle/verification-metadata.xml: every module that a build has downloaded, including plugins and tests,
 * with the hashes of its files, without a graph. Modules that are no longer used stay in it.
 */
export const readVerificationMetadata: LockfileReader = ({ path, text, notes, readText }) => {
  const document = parseXml(text);
  const components = childOf(document, 'components');
  if (document.name !== 'verification-metadata' || !components)
    throw new UnreadableFile('it is not the verification metadata of a Gradle build');
  const packages = new Map<string, FoundPackage>();
  for (const component of childrenOf(components, 'component')) {
    const found = packageOf(component);
    if (!found) notes.add(unreadableEntries, component.attributes.get('name') ?? 'a component without name');
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else packages.set(found.key, found);
  }
  const root = directoryOf(path)
    .replace(/(?:^|\/)gradle\/$/, '/')
    .replace(/^\/$/, '');
  const { names } = declaredGradleModules(root, { readText });
  const direct = [...packages.values()].filter(({ name }) => names.has(name)).map(({ key }) => key);
  return {
    packages: [...packages.values()],
    roots: { ...emptyRoots(), required: direct.length > 0 ? direct : [...packages.keys()] },
  };
};

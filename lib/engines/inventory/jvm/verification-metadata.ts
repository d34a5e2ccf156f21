import type { ComponentHash } from '@scangate/engines/model/component';
import { directoryOf } from '@scangate/engines/units/paths';
import { hexHash } from '../hashes.ts';
import { emptyRoots, unreadableEntries, type FoundPackage, type LockfileReader } from '../lockfile-reader.ts';
import { maxPackages } from '../package-limit.ts';
import { readXml, type Attributes, type XmlReader } from '../parse/parse-xml.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import { asText } from '../parse/untrusted-value.ts';
import { declaredGradleModules } from './gradle-declared-modules.ts';

/** Files that describe a module rather than contain its code. */
const ofMetadata = /\.(?:pom|module|xml|asc)$/;

/** An element `component`. */
interface Listed {
  attributes: Attributes;
  hashes: ComponentHash[];
  hasArtifact: boolean;
  hasCode: boolean;
}

const unlisted = 'modules that the build trusts without a checksum, so that they are not in the file';

/** The depths of elements: `<verification-metadata><components><component><artifact><sha256>`. */
const [rootDepth, listDepth, componentDepth, artifactDepth, checksumDepth] = [0, 1, 2, 3, 4];

/** A pattern of files beside the code of a module, as Gradle's own documentation has them. */
const besideCode =
  /^(?:\.\*)?-(?:sources|javadoc|src)(?:\[\.\]|\\?\.)(?:jar|zip)$|^\.\*(?:\[\.\]|\\?\.)(?:pom|module)$/;

/** The elements that name what is accepted without a checksum, so that Gradle does not list it. */
const trusting: ReadonlySet<string> = new Set(['trust', 'trusted-key', 'trusting']);

/** Collects the elements `component` of each element `components`, as Gradle does, and what the configuration trusts. */
class Components implements XmlReader {
  readonly all: Listed[] = [];
  readonly trusted: string[] = [];
  root = '';
  hasList = false;
  #isInList = false;
  #component: Listed | undefined;
  #isCode = false;

  begin(name: string, attributes: Attributes, depth: number): void {
    if (!this.#isInList && trusting.has(name)) this.#trust(attributes);
    if (depth === rootDepth) this.root = name;
    else if (depth === listDepth) {
      this.#isInList = name === 'components';
      this.hasList ||= this.#isInList;
    } else if (depth === componentDepth) {
      const isComponent = this.#isInList && name === 'component';
      this.#component = isComponent
        ? { attributes, hashes: [], hasArtifact: false, hasCode: false }
        : undefined;
      if (this.#component) this.all.push(this.#component);
    } else if (depth === artifactDepth) this.#beginArtifact(name, attributes);
    else if (depth === checksumDepth && this.#isCode) {
      // Checksums under `pgp` are keys; those under `also-trust` belong to the same file from another source.
      const stated = asText(attributes['value'], 200);
      const hash = stated && hexHash(name, stated);
      if (hash) this.#component?.hashes.push(hash);
    }
  }

  #trust({ group, name, file, id }: Attributes): void {
    const isCode = file === undefined || !besideCode.test(file);
    const stated = [group, name, file].filter((each) => each !== undefined).join(':') || id;
    if (isCode && stated !== undefined) this.trusted.push(stated);
  }

  #beginArtifact(name: string, attributes: Attributes): void {
    this.#isCode = false;
    if (!this.#component || name !== 'artifact') return;
    this.#component.hasArtifact = true;
    this.#isCode = !ofMetadata.test(attributes['name'] ?? '');
    if (this.#isCode) this.#component.hasCode = true;
  }
}

const packageOf = ({ attributes, hashes, hasArtifact, hasCode }: Listed): FoundPackage | undefined => {
  const [group, artifact] = [asText(attributes['group']), asText(attributes['name'])];
  const version = asText(attributes['version']);
  if (!group || !artifact || !version) return undefined;
  const name = `${group}:${artifact}`;
  const found: FoundPackage = { key: `${name}@${version}`, ecosystem: 'Maven', name, version, hashes };
  // A module whose files hold no code is a parent, a list of versions, or a version whose metadata alone was requested.
  if (hasArtifact && !hasCode) found.scope = 'optional';
  return found;
};

/** Adds the files that another element states of a module. */
const addFiles = (known: FoundPackage, { scope, hashes = [] }: FoundPackage): void => {
  if (scope === undefined) delete known.scope;
  known.hashes = [...(known.hashes ?? []), ...hashes];
};

/**
 * Reads gradle/verification-metadata.xml: every module that a build has downloaded, including plugins and tests,
 * with the hashes of its files, without a graph. Modules that are no longer used stay in it.
 */
export const readVerificationMetadata: LockfileReader = ({ path, text, notes, readText }) => {
  const components = new Components();
  readXml(text, components);
  if (components.root !== 'verification-metadata' || !components.hasList)
    throw new UnreadableFile('it is not the verification metadata of a Gradle build');
  const packages = new Map<string, FoundPackage>();
  for (const component of components.all) {
    const found = packageOf(component);
    const known = found && packages.get(found.key);
    if (!found) notes.add(unreadableEntries, component.attributes['name'] ?? 'a component without name');
    else if (known) addFiles(known, found);
    else if (packages.size >= maxPackages) notes.addOmitted(1);
    else packages.set(found.key, found);
  }
  for (const each of components.trusted) notes.add(unlisted, each);
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

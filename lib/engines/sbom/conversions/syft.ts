import { asList, asText, member } from '@scangate/engines/inventory/parse/untrusted-value';
import { actionKinds, syftKind } from '@scangate/engines/inventory/cyclonedx/github-action';
import { textAt, type ListedDocument, type ListedPackage, type ListedTool } from './listed-document.ts';

// An empty expression means that syft did not understand the value.
const licenseIn = (license: unknown): string | undefined =>
  asText(license) ?? textAt(license, 'spdxExpression') ?? textAt(license, 'value');

const licenseOf = (artifact: unknown): string | undefined => {
  const licenses = asList(member(artifact, 'licenses'));
  if (licenses.length < 2) return licenseIn(licenses[0]);
  const stated = licenses.flatMap((license) => licenseIn(license) ?? []);
  const [first, ...others] = new Set(stated.slice(0, 50));
  if (first === undefined || others.length === 0) return first;
  return [first, ...others].map((each) => (/\s/.test(each) ? `(${each})` : each)).join(' AND ');
};

const packageOf = (artifact: unknown, at: number): ListedPackage | undefined => {
  const name = textAt(artifact, 'name');
  if (name === undefined) return undefined;
  const found: ListedPackage = {
    id: textAt(artifact, 'id') ?? `artifact ${at + 1}`,
    name,
    version: textAt(artifact, 'version'),
    purl: textAt(artifact, 'purl', 4096),
    license: licenseOf(artifact),
  };
  const kind = textAt(artifact, 'type');
  // Only actions are told from other packages by it, and an image may have a hundred thousand packages.
  if (kind !== undefined && actionKinds.has(kind)) found.properties = [[syftKind, kind]];
  return found;
};

const packagesIn = (document: unknown): ListedPackage[] => {
  const packages = systemOf(document);
  for (const [at, artifact] of asList(member(document, 'artifacts')).entries()) {
    const found = packageOf(artifact, at);
    if (found) packages.push(found);
  }
  return packages;
};

const systemOf = (document: unknown): ListedPackage[] => {
  const distro = member(document, 'distro');
  const [id, version] = [textAt(distro, 'id'), textAt(distro, 'versionID')];
  if (id === undefined) return [];
  return [
    { id: `distro ${id}`, name: id, ...(version !== undefined && { version }), type: 'operating-system' },
  ];
};

const toolIn = (document: unknown): ListedTool[] => {
  const descriptor = member(document, 'descriptor');
  const name = textAt(descriptor, 'name');
  return name === undefined ? [] : [{ name, version: textAt(descriptor, 'version') }];
};

/** Reads syft's own JSON. Never throws: packages without a name are left out. */
export const readSyft = (document: unknown): ListedDocument => ({
  tools: toolIn(document),
  packages: packagesIn(document),
  edges: asList(member(document, 'artifactRelationships')).flatMap((relationship) => {
    const [parent, child] = [textAt(relationship, 'parent'), textAt(relationship, 'child')];
    const isDependency = member(relationship, 'type') === 'dependency-of';
    return isDependency && parent !== undefined && child !== undefined ? [[child, parent] as const] : [];
  }),
});

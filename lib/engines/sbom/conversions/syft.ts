import {
  asList,
  asTable,
  asText,
  member,
  type Table,
} from '@scangate/engines/inventory/parse/untrusted-value';
import { actionKinds, syftKind } from '@scangate/engines/inventory/cyclonedx/github-action';
import {
  longest,
  textAt,
  type ListedDocument,
  type ListedPackage,
  type ListedTool,
} from './listed-document.ts';

// An empty expression means that syft did not understand the value.
const licenseIn = (license: unknown): string | undefined =>
  asText(license) ?? textAt(license, 'spdxExpression') ?? textAt(license, 'value');

const licenseOf = (artifact: Table): string | undefined => {
  const licenses = asList(artifact['licenses']);
  if (licenses.length < 2) return licenseIn(licenses[0]);
  const stated = licenses.flatMap((license) => licenseIn(license) ?? []);
  const [first, ...others] = new Set(stated.slice(0, 50));
  if (first === undefined || others.length === 0) return first;
  return [first, ...others].map((each) => (/\s/.test(each) ? `(${each})` : each)).join(' AND ');
};

/** Reads an artifact by its members. No object inherits any that is read here, so that they need not be its own. */
const packageOf = (artifact: Table, at: number): ListedPackage => {
  const found: ListedPackage = {
    id: asText(artifact['id'], longest) ?? `artifact ${at + 1}`,
    name: asText(artifact['name'], longest) ?? '',
    version: asText(artifact['version'], longest),
    purl: asText(artifact['purl'], 4096),
    license: licenseOf(artifact),
  };
  const kind = asText(artifact['type'], longest);
  // Only actions are told from other packages by it, and an image may have a hundred thousand packages.
  if (kind !== undefined && actionKinds.has(kind)) found.properties = [[syftKind, kind]];
  return found;
};

const packagesIn = (document: unknown): ListedPackage[] => {
  const packages = systemOf(document);
  const artifacts = asList(member(document, 'artifacts'));
  for (let at = 0; at < artifacts.length; at += 1) packages.push(packageOf(asTable(artifacts[at]) ?? {}, at));
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

/** Reads syft's own JSON. Never throws. */
export const readSyft = (document: unknown): ListedDocument => ({
  tools: toolIn(document),
  packages: packagesIn(document),
  edges: asList(member(document, 'artifactRelationships')).flatMap((relationship) => {
    const [parent, child] = [textAt(relationship, 'parent'), textAt(relationship, 'child')];
    const isDependency = member(relationship, 'type') === 'dependency-of';
    return isDependency && parent !== undefined && child !== undefined ? [[child, parent] as const] : [];
  }),
});

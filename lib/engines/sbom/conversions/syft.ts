import { asList, asText, member } from '@scangate/engines/inventory/parse/untrusted-value';
import { syftKind } from '@scangate/engines/inventory/cyclonedx/github-action';
import { textAt, type ListedDocument, type ListedPackage } from './listed-document.ts';

const licenseOf = (artifact: unknown): string | undefined => {
  const stated = asList(member(artifact, 'licenses')).flatMap(
    (license) =>
      // An empty expression means that syft did not understand the value.
      asText(license) ?? textAt(license, 'spdxExpression') ?? textAt(license, 'value') ?? [],
  );
  const [first, ...others] = new Set(stated.slice(0, 50));
  if (first === undefined || others.length === 0) return first;
  return [first, ...others].map((each) => (/\s/.test(each) ? `(${each})` : each)).join(' AND ');
};

const packageOf = (artifact: unknown, at: number): ListedPackage[] => {
  const name = textAt(artifact, 'name');
  if (name === undefined) return [];
  const kind = textAt(artifact, 'type');
  return [
    {
      id: textAt(artifact, 'id') ?? `artifact ${at + 1}`,
      name,
      version: textAt(artifact, 'version'),
      purl: textAt(artifact, 'purl', 4096),
      license: licenseOf(artifact),
      ...(kind !== undefined && { properties: [[syftKind, kind]] }),
    },
  ];
};

const systemOf = (document: unknown): ListedPackage[] => {
  const distro = member(document, 'distro');
  const [id, version] = [textAt(distro, 'id'), textAt(distro, 'versionID')];
  if (id === undefined) return [];
  return [
    { id: `distro ${id}`, name: id, ...(version !== undefined && { version }), type: 'operating-system' },
  ];
};

/** Reads syft's own JSON. Never throws: packages without a name are left out. */
export const readSyft = (document: unknown): ListedDocument => ({
  packages: [...systemOf(document), ...asList(member(document, 'artifacts')).flatMap(packageOf)],
  edges: asList(member(document, 'artifactRelationships')).flatMap((relationship) => {
    const [parent, child] = [textAt(relationship, 'parent'), textAt(relationship, 'child')];
    const isDependency = member(relationship, 'type') === 'dependency-of';
    return isDependency && parent !== undefined && child !== undefined ? [[child, parent] as const] : [];
  }),
});

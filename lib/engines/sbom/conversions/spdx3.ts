import { hexHash } from '@scangate/engines/inventory/hashes';
import { asList, member } from '@scangate/engines/inventory/parse/untrusted-value';
import {
  nameAt,
  textAt,
  textsIn,
  toolNamed,
  type ListedDocument,
  type ListedPackage,
} from './listed-document.ts';

const typeOf = (element: unknown): string =>
  (textAt(element, 'type') ?? textAt(element, '@type') ?? '')
    .replace(/^.*[/:#]/, '')
    .replace(/^software_/, '');

const idOf = (element: unknown): string | undefined => textAt(element, 'spdxId') ?? textAt(element, '@id');

const purlOf = (element: unknown): string | undefined => {
  const stated = textAt(element, 'software_packageUrl', 4096) ?? textAt(element, 'packageUrl', 4096);
  if (stated !== undefined) return stated;
  const identifier = asList(member(element, 'externalIdentifier')).find((each) =>
    /^(?:purl|packageUrl)$/.test(textAt(each, 'externalIdentifierType') ?? ''),
  );
  return textAt(identifier, 'identifier', 4096);
};

const packageOf = (element: unknown, at: number): ListedPackage[] => {
  // Models and data sets are packages of their own types.
  if (!typeOf(element).endsWith('Package')) return [];
  const isSystem = textAt(element, 'software_primaryPurpose') === 'operatingSystem';
  return [
    {
      id: idOf(element) ?? `package ${at + 1}`,
      name: nameAt(element, 'name'),
      version: textAt(element, 'software_packageVersion') ?? textAt(element, 'packageVersion'),
      purl: purlOf(element),
      hashes: asList(member(element, 'verifiedUsing')).flatMap((hash) => {
        const algorithm = (textAt(hash, 'algorithm') ?? '').toUpperCase().replace(/^SHA(\d)/, 'SHA-$1');
        return hexHash(algorithm, textAt(hash, 'hashValue') ?? '') ?? [];
      }),
      ...(isSystem && { type: 'operating-system' as const }),
    },
  ];
};

/** A relationship of one element to others. */
interface Relationship {
  type: string;
  from: string;
  to: string[];
}

const toolTypes: ReadonlySet<string> = new Set(['Tool', 'SoftwareAgent']);

const isRelationship = (element: unknown): boolean => typeOf(element).endsWith('Relationship');

/** Returns whether the document itself says that it does not name everything to which an element is related. */
const isIncomplete = (element: unknown): boolean =>
  isRelationship(element) && textAt(element, 'completeness')?.endsWith('incomplete') === true;

const relationshipOf = (element: unknown): Relationship[] => {
  const from = textAt(element, 'from');
  if (!isRelationship(element) || from === undefined) return [];
  const single = textAt(element, 'to');
  const to = single === undefined ? textsIn(member(element, 'to')) : [single];
  return [{ type: textAt(element, 'relationshipType') ?? '', from, to }];
};

/** Returns the license that relationships state for each package, preferring a concluded one to a declared one. */
const licensesOf = (
  elements: readonly unknown[],
  relationships: readonly Relationship[],
): Map<string, string> => {
  const expressions = new Map(
    elements.flatMap((element) => {
      const [id, text] = [idOf(element), textAt(element, 'simplelicensing_licenseExpression')];
      return id === undefined || text === undefined ? [] : [[id, text] as const];
    }),
  );
  const licenses = new Map<string, string>();
  for (const kind of ['hasDeclaredLicense', 'hasConcludedLicense'])
    for (const { type, from, to } of relationships) {
      const expression = type === kind ? expressions.get(to[0] ?? '') : undefined;
      if (expression !== undefined && expression !== 'NOASSERTION') licenses.set(from, expression);
    }
  return licenses;
};

const subjectOf = (elements: readonly unknown[]): string | undefined => {
  const roots = elements
    .filter((element) => /^(?:Sbom|Bom|SpdxDocument)$/.test(typeOf(element)))
    .flatMap((element) => textsIn(member(element, 'rootElement')));
  const boms = new Set(elements.flatMap((e) => (/^(?:Sbom|Bom)$/.test(typeOf(e)) ? (idOf(e) ?? []) : [])));
  const [only, another] = new Set(roots.filter((id) => !boms.has(id)));
  return another === undefined ? only : undefined;
};

/** Reads an SPDX 3.0 document in its JSON-LD form. Never throws. */
export const readSpdx3 = (document: unknown): ListedDocument => {
  const graph = asList(member(document, '@graph'));
  const elements = graph.length > 0 ? graph : [document];
  const relationships = elements.flatMap(relationshipOf);
  const licenses = licensesOf(elements, relationships);
  return {
    ...(elements.some(isIncomplete) && { isIncomplete: true }),
    tools: elements.flatMap((element) =>
      toolTypes.has(typeOf(element)) ? toolNamed(nameAt(element, 'name')) : [],
    ),
    subject: subjectOf(elements),
    packages: elements.flatMap(packageOf).map((each) => ({ ...each, license: licenses.get(each.id) })),
    edges: relationships.flatMap(({ type, from, to }) =>
      type === 'dependsOn' ? to.map((target) => [from, target] as const) : [],
    ),
  };
};

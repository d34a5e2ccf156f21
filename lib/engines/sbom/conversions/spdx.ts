import type { ComponentHash } from '@scangate/engines/model/component';
import { hexHash } from '@scangate/engines/inventory/hashes';
import { asList, member } from '@scangate/engines/inventory/parse/untrusted-value';
import {
  nameAt,
  textAt,
  textsIn,
  toolNamed,
  type ListedDocument,
  type ListedPackage,
  type ListedTool,
} from './listed-document.ts';

const isStated = (license: string | undefined): license is string =>
  license !== undefined && license !== 'NOASSERTION' && license !== 'NONE';

const purlIn = (found: unknown): string | undefined => {
  for (const reference of asList(member(found, 'externalRefs')))
    if (member(reference, 'referenceType') === 'purl') return textAt(reference, 'referenceLocator', 4096);
  return undefined;
};

const hashesIn = (found: unknown): ComponentHash[] =>
  asList(member(found, 'checksums')).flatMap((checksum) => {
    const algorithm = textAt(checksum, 'algorithm')?.replace(/^SHA-?(\d)/, 'SHA-$1');
    return hexHash(algorithm ?? '', textAt(checksum, 'checksumValue') ?? '') ?? [];
  });

/** The source package as trivy states it. */
const builtFrom = /^built package from: (\S{1,300})(?: (\S{1,300}))?$/;

const sourceOf = (found: unknown): (readonly [string, string])[] => {
  const [, name, version] = builtFrom.exec(textAt(found, 'sourceInfo') ?? '') ?? [];
  if (name === undefined) return [];
  const named = ['aquasecurity:trivy:SrcName', name] as const;
  return version === undefined ? [named] : [named, ['aquasecurity:trivy:SrcVersion', version]];
};

const toolsIn = (document: unknown): ListedTool[] =>
  textsIn(member(member(document, 'creationInfo'), 'creators')).flatMap((creator) =>
    creator.startsWith('Tool:') ? toolNamed(creator.slice('Tool:'.length).trim()) : [],
  );

const packageOf = (found: unknown, at: number): ListedPackage => {
  const [declared, concluded] = [textAt(found, 'licenseDeclared'), textAt(found, 'licenseConcluded')];
  const isSystem = member(found, 'primaryPackagePurpose') === 'OPERATING-SYSTEM';
  return {
    id: textAt(found, 'SPDXID') ?? `package ${at + 1}`,
    name: nameAt(found, 'name'),
    version: textAt(found, 'versionInfo'),
    purl: purlIn(found),
    license: isStated(concluded) ? concluded : declared,
    hashes: hashesIn(found),
    properties: sourceOf(found),
    ...(isSystem && { type: 'operating-system' as const }),
  };
};

interface Edge {
  from: string;
  to: string;
  isDevelopment: boolean;
}

const edgeOf = (relationship: unknown): Edge[] => {
  const from = textAt(relationship, 'spdxElementId');
  const to = textAt(relationship, 'relatedSpdxElement');
  const type = textAt(relationship, 'relationshipType') ?? '';
  if (from === undefined || to === undefined) return [];
  if (type === 'DEPENDS_ON') return [{ from, to, isDevelopment: false }];
  const isDevelopment = /^(?:DEV|TEST)_DEPENDENCY_OF$/.test(type);
  return /(?:^|_)DEPENDENCY_OF$/.test(type) ? [{ from: to, to: from, isDevelopment }] : [];
};

/** The one package that a document describes. */
const subjectOf = (document: unknown): string | undefined => {
  const described = asList(member(document, 'relationships')).flatMap((relationship) => {
    const [from, to] = [textAt(relationship, 'spdxElementId'), textAt(relationship, 'relatedSpdxElement')];
    const type = member(relationship, 'relationshipType');
    if (type === 'DESCRIBES' && from === 'SPDXRef-DOCUMENT') return to ?? [];
    return type === 'DESCRIBED_BY' && to === 'SPDXRef-DOCUMENT' ? (from ?? []) : [];
  });
  const [only, another] = new Set([...described, ...textsIn(member(document, 'documentDescribes'))]);
  return another === undefined ? only : undefined;
};

const documentId = 'SPDXRef-DOCUMENT';

/**
 * Returns whether a document refers to elements that it does not have: those of other documents, or some that it lost. What they
 * are is not known, so that each may be a package.
 */
const isPartOfMore = (document: unknown): boolean => {
  if (asList(member(document, 'externalDocumentRefs')).length > 0) return true;
  const named = new Set(textsIn(member(document, 'documentDescribes')));
  for (const relationship of asList(member(document, 'relationships')))
    for (const end of ['spdxElementId', 'relatedSpdxElement']) {
      const element = member(relationship, end);
      if (typeof element === 'string') named.add(element);
    }
  named.delete(documentId);
  for (const list of ['packages', 'files', 'snippets'])
    for (const each of asList(member(document, list))) named.delete(String(member(each, 'SPDXID')));
  // Others are `NONE` and `NOASSERTION`.
  return [...named].some((element) => element.startsWith('SPDXRef-') || element.startsWith('DocumentRef-'));
};

/** Returns the ids of packages that only development needs: no other package depends on them, nor on one that does. */
const developmentIds = (edges: readonly Edge[]): ReadonlySet<string> => {
  const development = new Set(edges.flatMap(({ to, isDevelopment }) => (isDevelopment ? to : [])));
  const others = Map.groupBy(
    edges.filter(({ isDevelopment }) => !isDevelopment),
    ({ from }) => from,
  );
  const open = [...others.keys()].filter((id) => !development.has(id));
  for (const id of open) for (const { to } of others.get(id) ?? []) if (development.delete(to)) open.push(to);
  return development;
};

/** Reads an SPDX 2.2 or 2.3 document in its JSON form. Never throws. */
export const readSpdx = (document: unknown): ListedDocument => {
  const relationships = asList(member(document, 'relationships'));
  const edges = relationships.flatMap(edgeOf);
  const development = developmentIds(edges);
  const packages = asList(member(document, 'packages')).map(packageOf);
  const subject = subjectOf(document);
  const isIncomplete = member(document, 'isIncomplete') === true || isPartOfMore(document);
  return {
    ...(isIncomplete && { isIncomplete }),
    tools: toolsIn(document),
    subject,
    packages: packages.map((each) => (development.has(each.id) ? { ...each, isDevelopment: true } : each)),
    edges: edges.map(({ from, to }) => [from, to] as const),
  };
};

import type { ComponentHash } from '@scangate/engines/model/component';
import { hexHash } from '@scangate/engines/inventory/hashes';
import { asList, member } from '@scangate/engines/inventory/parse/untrusted-value';
import {
  textAt,
  textsIn,
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
  textsIn(member(member(document, 'creationInfo'), 'creators')).flatMap((creator) => {
    if (!creator.startsWith('Tool:')) return [];
    const tool = creator.slice('Tool:'.length).trim();
    const at = tool.search(/-v?\d/);
    return at > 0 ? [{ name: tool.slice(0, at), version: tool.slice(at + 1) }] : [{ name: tool }];
  });

const packageOf = (found: unknown, at: number): ListedPackage | undefined => {
  const name = textAt(found, 'name');
  if (name === undefined) return undefined;
  const [declared, concluded] = [textAt(found, 'licenseDeclared'), textAt(found, 'licenseConcluded')];
  const isSystem = member(found, 'primaryPackagePurpose') === 'OPERATING-SYSTEM';
  return {
    id: textAt(found, 'SPDXID') ?? `package ${at + 1}`,
    name,
    version: textAt(found, 'versionInfo'),
    purl: purlIn(found),
    license: isStated(concluded) ? concluded : declared,
    hashes: hashesIn(found),
    properties: sourceOf(found),
    ...(isSystem && { type: 'operating-system' as const }),
  };
};

type Edge = readonly [string, string];

const edgeOf = (relationship: unknown): Edge[] => {
  const from = textAt(relationship, 'spdxElementId');
  const to = textAt(relationship, 'relatedSpdxElement');
  const type = textAt(relationship, 'relationshipType') ?? '';
  if (from === undefined || to === undefined) return [];
  if (type === 'DEPENDS_ON') return [[from, to]];
  return /(?:^|_)DEPENDENCY_OF$/.test(type) ? [[to, from]] : [];
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

/** Ids of packages that are only development dependencies. */
const developmentIds = (relationships: readonly unknown[]): ReadonlySet<string> =>
  new Set(
    relationships.flatMap((relationship) =>
      /^(?:DEV|TEST)_DEPENDENCY_OF$/.test(textAt(relationship, 'relationshipType') ?? '')
        ? (textAt(relationship, 'spdxElementId') ?? [])
        : [],
    ),
  );

/** Reads an SPDX 2.2 or 2.3 document in its JSON form. Never throws: packages without a name are left out. */
export const readSpdx = (document: unknown): ListedDocument => {
  const relationships = asList(member(document, 'relationships'));
  const development = developmentIds(relationships);
  const packages = asList(member(document, 'packages')).flatMap((found, at) => packageOf(found, at) ?? []);
  const subject = subjectOf(document);
  const isSubjectMissing =
    subject?.startsWith('SPDXRef-') === true &&
    subject !== 'SPDXRef-DOCUMENT' &&
    !['packages', 'files', 'snippets'].some((list) =>
      asList(member(document, list)).some((each) => member(each, 'SPDXID') === subject),
    );
  const isIncomplete = member(document, 'isIncomplete') === true || isSubjectMissing;
  return {
    ...(isIncomplete && { isIncomplete }),
    tools: toolsIn(document),
    subject,
    packages: packages.map((each) => (development.has(each.id) ? { ...each, isDevelopment: true } : each)),
    edges: relationships.flatMap(edgeOf),
  };
};

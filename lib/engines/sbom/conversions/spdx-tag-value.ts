import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';

/** A package or the document itself, by the member names of SPDX's JSON. */
interface Section {
  members: Record<string, string>;
  checksums: object[];
  externalRefs: object[];
}

const memberOf: Readonly<Record<string, string>> = {
  SPDXID: 'SPDXID',
  PackageVersion: 'versionInfo',
  PackageLicenseConcluded: 'licenseConcluded',
  PackageLicenseDeclared: 'licenseDeclared',
  PrimaryPackagePurpose: 'primaryPackagePurpose',
  PackageDownloadLocation: 'downloadLocation',
  PackageSourceInfo: 'sourceInfo',
};

/** Tags that begin a section other than a package. */
const otherSections = /^(?:FileName|SnippetSPDXID|LicenseID|Annotator|Reviewer)$/;

const tagForm = /^[A-Za-z]{2,40}$/;

const [opening, closing] = ['<text>', '</text>'];

/**
 * Returns the value in `<text>` that the lines begin with; an end that is missing would hide everything up to the next one.
 * @throws UnreadableFile
 */
const closedText = (lines: readonly string[], tag: string): string => {
  const all = lines.join('\n').slice(opening.length);
  const end = all.indexOf(closing);
  if (end === -1 || all.slice(0, end).includes(opening))
    throw new UnreadableFile(`the text of its ${tag} has no end: it may be cut off`);
  return all.slice(0, end).trim();
};

/** Yields the tags of a document; a value in `<text>` may span several lines. */
function* tagsIn(text: string): Generator<readonly [tag: string, value: string]> {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    const colon = line.indexOf(':');
    const tag = line.slice(0, Math.max(colon, 0));
    if (!tagForm.test(tag)) continue;
    const value = line.slice(colon + 1).trim();
    if (!value.startsWith(opening)) {
      yield [tag, value];
      continue;
    }
    const parts = [value];
    while (!parts.at(-1)?.includes('</text>') && at + 1 < lines.length) {
      at += 1;
      parts.push(lines[at] ?? '');
    }
    yield [tag, closedText(parts, tag)];
  }
}

const addReference = (section: Section, value: string): void => {
  const [, referenceType, referenceLocator] = value.split(/\s+/, 3);
  section.externalRefs.push({ referenceType, referenceLocator });
};

const addChecksum = (section: Section, value: string): void => {
  const [algorithm = '', checksumValue = ''] = value.split(':', 2);
  section.checksums.push({ algorithm: algorithm.trim(), checksumValue: checksumValue.trim() });
};

interface Relationship {
  spdxElementId: string;
  relationshipType: string;
  relatedSpdxElement: string;
}

const relationshipOf = (value: string): Relationship => {
  const [spdxElementId = '', relationshipType = '', relatedSpdxElement = ''] = value.split(/\s+/, 3);
  return { spdxElementId, relationshipType, relatedSpdxElement };
};

interface TagValue {
  packages: readonly Section[];
  relationships: readonly Relationship[];
}

/**
 * Returns whether a document visibly lacks a part: the fields that every package has, the relationship to what it
 * describes, or the relationships of a package where others have them. Unlike JSON, the form itself does not show
 * where a document ends.
 */
const isIncomplete = ({ packages, relationships }: TagValue): boolean => {
  const reached = new Set(
    relationships.flatMap(({ spdxElementId, relatedSpdxElement }) => [spdxElementId, relatedSpdxElement]),
  );
  const describes = relationships.some(({ relationshipType }) =>
    /^DESCRIBE(?:S|D_BY)$/.test(relationshipType),
  );
  const others = relationships.some(({ relationshipType }) => !/^DESCRIBE(?:S|D_BY)$/.test(relationshipType));
  // Every package states where it comes from, but for documents that leave it out throughout.
  const located = packages.filter(({ members }) => members['downloadLocation'] !== undefined).length;
  return (
    packages.some(({ members }) => members['SPDXID'] === undefined) ||
    (located > 0 && located < packages.length) ||
    (packages.length > 1 && !describes) ||
    (others && packages.some(({ members }) => !reached.has(members['SPDXID'] ?? '')))
  );
};

/** Converts the tag-value form of SPDX 2.2 and 2.3 to the shape of its JSON, as far as packages need it. */
export const parseTagValue = (text: string): object => {
  const packages: Section[] = [];
  const relationships: Relationship[] = [];
  const ids: string[] = [];
  const others: string[] = [];
  const creators: string[] = [];
  let current: Section | undefined;
  for (const [tag, value] of tagsIn(text)) {
    if (tag === 'SPDXID' || tag === 'SnippetSPDXID') ids.push(value);
    if (tag === 'ExternalDocumentRef') others.push(value);
    if (tag === 'Creator') creators.push(value);
    if (tag === 'PackageName') {
      current = { members: { name: value }, checksums: [], externalRefs: [] };
      packages.push(current);
    } else if (tag === 'Relationship') relationships.push(relationshipOf(value));
    else if (otherSections.test(tag)) current = undefined;
    else if (current && tag === 'ExternalRef') addReference(current, value);
    else if (current && tag === 'PackageChecksum') addChecksum(current, value);
    else if (current && Object.hasOwn(memberOf, tag)) current.members[memberOf[tag] ?? ''] = value;
  }
  return {
    creationInfo: { creators },
    packages: packages.map(({ members, checksums, externalRefs }) => ({
      ...members,
      checksums,
      externalRefs,
    })),
    files: ids.map((SPDXID) => ({ SPDXID })),
    externalDocumentRefs: others,
    relationships,
    isIncomplete: isIncomplete({ packages, relationships }),
  };
};

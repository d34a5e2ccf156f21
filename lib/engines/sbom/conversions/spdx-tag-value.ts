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
};

/** Tags that begin a section other than a package. */
const otherSections = /^(?:FileName|SnippetSPDXID|LicenseID|Annotator|Reviewer)$/;

const tagForm = /^[A-Za-z]{2,40}$/;

/** Yields the tags of a document; a value in `<text>` may span several lines. */
function* tagsIn(text: string): Generator<readonly [tag: string, value: string]> {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    const colon = line.indexOf(':');
    const tag = line.slice(0, Math.max(colon, 0));
    if (!tagForm.test(tag)) continue;
    const value = line.slice(colon + 1).trim();
    if (!value.startsWith('<text>')) {
      yield [tag, value];
      continue;
    }
    const parts = [value.slice('<text>'.length)];
    while (!parts.at(-1)?.includes('</text>') && at + 1 < lines.length) {
      at += 1;
      parts.push(lines[at] ?? '');
    }
    const [all = ''] = parts.join('\n').split('</text>', 1);
    yield [tag, all.trim()];
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

const relationshipOf = (value: string): object => {
  const [spdxElementId, relationshipType, relatedSpdxElement] = value.split(/\s+/, 3);
  return { spdxElementId, relationshipType, relatedSpdxElement };
};

/** Converts the tag-value form of SPDX 2.2 and 2.3 to the shape of its JSON, as far as packages need it. */
export const parseTagValue = (text: string): object => {
  const packages: Section[] = [];
  const relationships: object[] = [];
  let current: Section | undefined;
  for (const [tag, value] of tagsIn(text)) {
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
    packages: packages.map(({ members, checksums, externalRefs }) => ({
      ...members,
      checksums,
      externalRefs,
    })),
    relationships,
  };
};

import { isUtf8 } from 'node:buffer';
import { member } from '@scangate/engines/inventory/parse/untrusted-value';
import { UnreadableFile } from '@scangate/engines/inventory/parse/unreadable-file';
import { readCycloneDxXml } from './cyclonedx-xml.ts';
import type { SbomFormat } from '@scangate/engines/model/sbom-format';
import { formatOfJson, tagValueVersion, type JsonSbomFormat } from './document-format.ts';
import { cycloneDxOf, type ListedDocument } from './listed-document.ts';
import { readSpdx } from './spdx.ts';
import { parseTagValue } from './spdx-tag-value.ts';
import { readSpdx3 } from './spdx3.ts';
import { readSyft } from './syft.ts';
import { readTrivy } from './trivy.ts';

/** A document as CycloneDX. */
export interface SbomDocument {
  format: SbomFormat;
  /** CycloneDX JSON is the document itself, to be validated; other formats are converted. */
  cycloneDx: unknown;
}

/** A document with its list of packages, or the document itself if it is CycloneDX. */
type Opened = { format: SbomFormat } & ({ listed: ListedDocument } | { cycloneDx: unknown });

const converted = (format: SbomFormat, listed: ListedDocument): Opened => {
  if (listed.packages.length === 0) throw new UnreadableFile(`it is ${format} and lists no packages`);
  return { format, listed };
};

const requireReadVersion = (version: unknown): void => {
  if (version !== 'SPDX-2.2' && version !== 'SPDX-2.3')
    throw new UnreadableFile('its SPDX version is not supported: 2.2, 2.3 and 3.0 are');
};

const spdx = (document: unknown, version: unknown): Opened => {
  requireReadVersion(version);
  return converted('SPDX 2 JSON', readSpdx(document));
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UnreadableFile('it is not complete JSON');
  }
};

const readers: Record<JsonSbomFormat, (document: unknown) => Opened> = {
  'CycloneDX JSON': (document) => ({ format: 'CycloneDX JSON', cycloneDx: document }),
  'SPDX 2 JSON': (document) => spdx(document, member(document, 'spdxVersion')),
  'SPDX 3 JSON': (document) => converted('SPDX 3 JSON', readSpdx3(document)),
  'trivy JSON': (document) => {
    const listed = readTrivy(document);
    if (listed.packages.every(({ type }) => type !== undefined))
      throw new UnreadableFile('the report lists no packages: run trivy with --format json --list-all-pkgs');
    return converted('trivy JSON', listed);
  },
  'syft JSON': (document) => converted('syft JSON', readSyft(document)),
};

const fromJson = (document: unknown): Opened => {
  const format = formatOfJson(document);
  if (format === undefined) throw new UnreadableFile('it is JSON of an unknown format');
  return readers[format](document);
};

const tagValue = (text: string): Opened => {
  const version = tagValueVersion(text);
  if (version === undefined) throw new UnreadableFile('it is not CycloneDX, SPDX, syft JSON or trivy JSON');
  requireReadVersion(version);
  return converted('SPDX 2 tag-value', readSpdx(parseTagValue(text)));
};

/** Decodes a document and parses it if it is JSON, so that the text of a large one is not kept in addition. */
const opened = (content: Uint8Array, decoded?: () => void): { json: unknown } | { text: string } => {
  if (!isUtf8(content)) throw new UnreadableFile('it is not UTF-8');
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  decoded?.();
  const start = text.slice(0, 1024).trimStart()[0];
  return start === '{' || start === '[' ? { json: parseJson(text) } : { text };
};

const listedIn = (content: Uint8Array, decoded?: () => void): Opened => {
  const document = opened(content, decoded);
  if ('json' in document) return fromJson(document.json);
  const { text } = document;
  return text.slice(0, 1024).trimStart().startsWith('<')
    ? { format: 'CycloneDX XML', cycloneDx: readCycloneDxXml(text) }
    : tagValue(text);
};

/**
 * Reads a document that lists packages, in any format that is recognized by its content, as CycloneDX. Equal bytes
 * give an equal document. The last of several JSON members with the same name counts.
 * @throws UnreadableFile with the reason when its format is unknown, or it is cut off, not UTF-8 or nested too
 * deeply.
 * @param options.decoded is called when the bytes are no longer needed, so that they can be freed before a large document is
 * parsed.
 */
export const readSbomDocument = (
  content: Uint8Array,
  { decoded }: { decoded?: () => void } = {},
): SbomDocument => {
  // The parsed document is dropped here, so that a large one is not kept along with its conversion.
  const found = listedIn(content, decoded);
  return 'listed' in found ? { format: found.format, cycloneDx: cycloneDxOf(found.listed) } : found;
};

import { storedJson } from '#app/stored-json.ts';
import type { Finding } from '@scangate/engines/model/finding';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';
import type { UnitDocuments } from '#ports/unit-assessor.ts';

/** A unit whose documents are stored. */
export interface StoredUnit {
  organizationId: string;
  scanId: string;
  projectUnitId: string;
}

type ResultReader = BlobReader<'results'>;

const newline = 0x0a;
const lineEnd = new Uint8Array([newline]);

type Part = 'findings' | 'result' | 'sbom';

/** Names a stored object of a project unit. */
export const unitKey = ({ organizationId, scanId, projectUnitId }: StoredUnit, part: Part) => ({
  area: 'results' as const,
  organizationId,
  name: resultObjectName(scanId, projectUnitId, part),
});

const bytesOf = (document: Uint8Array | string): Uint8Array =>
  typeof document === 'string' ? Buffer.from(document) : document;

/** An object costs the same whatever its size, but who reads findings should not read megabytes of an SBOM. */
const joinedSbomBytes = 128 * 1024;

/** Returns whether an SBOM is stored in the same object as the findings. */
export const isJoinedSbom = (sbom: Uint8Array | string): boolean =>
  Buffer.byteLength(sbom) <= joinedSbomBytes;

/** Joins the result, the findings and a short SBOM of a unit into the one stored object, one line each. */
export const joinUnitDocuments = ({
  result,
  findings,
  sbom,
}: Pick<UnitDocuments, 'result' | 'findings' | 'sbom'>): Uint8Array => {
  const joined = [bytesOf(result), lineEnd, bytesOf(findings)];
  if (sbom !== undefined && isJoinedSbom(sbom)) joined.push(lineEnd, bytesOf(sbom));
  return Buffer.concat(joined);
};

/** Returns whether an object holds several documents. Earlier versions only stored the findings, which are a list. */
const isJoined = (content: Uint8Array): boolean => content[0] === '{'.charCodeAt(0);

/** The part that follows another one in a joined object. */
const nextPart: Partial<Record<Part, Part>> = { result: 'findings', findings: 'sbom' };

/** Streams the documents of a stored object of findings. Each piece comes with the document that it is a part of. */
export async function* documentPieces(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<[part: Part, piece: Uint8Array]> {
  let part: Part | undefined;
  for await (let piece of content) {
    part ??= isJoined(piece) ? 'result' : 'findings';
    for (let next = nextPart[part]; next; next = nextPart[part]) {
      const end: number = piece.indexOf(newline);
      if (end < 0) break;
      yield [part, piece.subarray(0, end)];
      piece = piece.subarray(end + 1);
      part = next;
    }
    yield [part, piece];
  }
}

/** Streams the documents of a unit, wherever each is stored. Each piece comes with the document that it is a part of. */
export async function* unitPieces(
  unit: StoredUnit,
  blobs: ResultReader,
): AsyncGenerator<[part: Part, piece: Uint8Array]> {
  let hasSbom = false;
  const joined = await blobs.open(unitKey(unit, 'findings'));
  for await (const [part, piece] of documentPieces((joined ?? []) as AsyncIterable<Uint8Array>)) {
    hasSbom ||= part === 'sbom';
    yield [part, piece];
  }
  // A long SBOM is an object of its own, which an earlier run may have left behind beside a short one.
  const own = hasSbom ? undefined : await blobs.open(unitKey(unit, 'sbom'));
  for await (const piece of (own ?? []) as AsyncIterable<Uint8Array>) yield ['sbom', piece];
}

/** Loads the findings or the SBOM of a unit as stored; undefined when there are none. */
export const loadUnitDocument = async (
  unit: StoredUnit,
  wanted: 'findings' | 'sbom',
  blobs: ResultReader,
): Promise<Uint8Array | undefined> => {
  const content = await blobs.get(unitKey(unit, 'findings'));
  for await (const [part, document] of documentPieces(content ? [content] : []))
    if (part === wanted) return document;
  return wanted === 'sbom' ? blobs.get(unitKey(unit, 'sbom')) : undefined;
};

/** Loads a document that is evidence of a scan by its name within the scan; undefined when it is not stored. */
export const loadEvidence = async (
  { organizationId, scanId }: Omit<StoredUnit, 'projectUnitId'>,
  name: string,
  blobs: ResultReader,
): Promise<Uint8Array | undefined> => {
  const [projectUnitId = '', file] = name.split('/');
  const part = (['findings', 'sbom'] as const).find((each) => file === `${each}.json`);
  return part
    ? loadUnitDocument({ organizationId, scanId, projectUnitId }, part, blobs)
    : blobs.get({ area: 'results', organizationId, name: `${scanId}/${name}` });
};

/** Loads the findings of a unit; undefined when they are not stored. */
export const loadUnitFindings = async (
  unit: StoredUnit,
  blobs: ResultReader,
): Promise<Finding[] | undefined> => {
  const content = await loadUnitDocument(unit, 'findings', blobs);
  return content && storedJson<Finding[]>(content);
};

/** If the rest is shorter, it is read to its end, so that its connection can serve the next request. */
const restBytes = 256 * 1024;

/** Reads the first line of an object that holds several documents, and little of what follows. */
const readFirstLine = async (unit: StoredUnit, blobs: ResultReader): Promise<Uint8Array | undefined> => {
  const content = await blobs.open(unitKey(unit, 'findings'));
  if (!content) return undefined;
  const pieces: Uint8Array[] = [];
  let isWhole = false;
  let rest = 0;
  for await (const piece of content as AsyncIterable<Uint8Array>) {
    if (pieces.length === 0 && !isJoined(piece)) return undefined;
    const end: number = isWhole ? 0 : piece.indexOf(newline);
    if (!isWhole) pieces.push(end < 0 ? piece : piece.subarray(0, end));
    isWhole ||= end >= 0;
    rest += isWhole ? piece.length - end : 0;
    if (rest > restBytes) break;
  }
  return isWhole ? Buffer.concat(pieces) : undefined;
};

/** Loads the result of a unit, on which the verdict depends; undefined when it is not stored. */
export const loadStoredResult = async (
  unit: StoredUnit,
  blobs: ResultReader,
): Promise<UnitResult | undefined> => {
  const line = (await readFirstLine(unit, blobs)) ?? (await blobs.get(unitKey(unit, 'result')));
  return line && storedJson<UnitResult>(line);
};

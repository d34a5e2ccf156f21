import { storedJson } from '#app/stored-json.ts';
import type { Finding } from '@scangate/engines/model/finding';
import { resultObjectName, type UnitResult } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';

/** A unit whose documents are stored. */
export interface StoredUnit {
  organizationId: string;
  scanId: string;
  projectUnitId: string;
}

type ResultReader = BlobReader<'results'>;

const newline = 0x0a;
const lineEnd = new Uint8Array([newline]);

/** Names the stored findings or the stored result of a project unit. */
export const unitKey = (
  { organizationId, scanId, projectUnitId }: StoredUnit,
  part: 'findings' | 'result',
) => ({
  area: 'results' as const,
  organizationId,
  name: resultObjectName(scanId, projectUnitId, part),
});

/** Whether an object of a scan has the findings of a unit. */
export const hasFindings = (name: string): boolean => name.endsWith('/findings.json');

const bytesOf = (document: Uint8Array | string): Uint8Array =>
  typeof document === 'string' ? Buffer.from(document) : document;

/** Joins the result and the findings of a unit into the one stored object, one line each. */
export const joinUnitDocuments = (documents: {
  result: Uint8Array | string;
  findings: Uint8Array | string;
}): Uint8Array => Buffer.concat([bytesOf(documents.result), lineEnd, bytesOf(documents.findings)]);

/** Returns whether an object holds both documents. Earlier versions only stored the findings, which are a list. */
const isJoined = (content: Uint8Array): boolean => content[0] === '{'.charCodeAt(0);

/** Returns the part of a stored object that is its findings. */
export const findingsPart = (content: Uint8Array): Uint8Array =>
  isJoined(content) ? content.subarray(content.indexOf(newline) + 1) : content;

/** Streams the part of a stored object that is its findings. */
export async function* findingsPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let state: 'start' | 'result' | 'findings' = 'start';
  for await (const piece of content) {
    if (state === 'start') state = isJoined(piece) ? 'result' : 'findings';
    if (state === 'findings') {
      yield piece;
      continue;
    }
    const end: number = piece.indexOf(newline);
    if (end < 0) continue;
    state = 'findings';
    yield piece.subarray(end + 1);
  }
}

/** Loads the findings of a unit; undefined when they are not stored. */
export const loadUnitFindings = async (
  unit: StoredUnit,
  blobs: ResultReader,
): Promise<Finding[] | undefined> => {
  const content = await blobs.get(unitKey(unit, 'findings'));
  return content && storedJson<Finding[]>(findingsPart(content));
};

/** If the rest is shorter, it is read to its end, so that its connection can serve the next request. */
const restBytes = 256 * 1024;

/** Reads the first line of an object that holds both documents, and few of the findings after it. */
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

import { storedJson } from '#app/stored-json.ts';
import { Readable } from 'node:stream';
import { documentFiles } from '@scangate/domain/auditor-packs/document-files';
import { jsonLine, tableLine, verdictRow } from '@scangate/domain/auditor-packs/auditor-pack-tables';
import type { Attestation, AuditorPack } from '@scangate/domain/records';
import type { BlobReader, BlobStreamer } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { counting } from '../archives/zip-archive.ts';
import { firstVerdict } from '../evidence/sign-statement.ts';
import { storedEnvelope } from '../evidence/read-attestation.ts';
import { completedUnits } from '../reports/stored-findings.ts';
import { loadUnitDocument } from '../reports/unit-documents.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { sliceIdsKey, slicePartKey, type PackRef, type SliceFile } from './auditor-pack-objects.ts';

export interface SliceRef extends PackRef {
  slice: number;
}

interface SlicePorts {
  store: Pick<Store<'auditorPack' | 'scan' | 'attestation'>, 'get' | 'load'>;
  blobs: BlobReader<'work' | 'results'> & BlobStreamer<'work'>;
}

/** The facts about a slice that the assembly needs without reading its parts. */
export interface SliceSummary {
  scans: number;
  policyDigests: string[];
  /** The size of all parts. */
  bytes: number;
  /** Units whose details were removed after their retention. */
  removedUnits: number;
}

/** A scan and its attestation are two records: half a round trip's limit. */
const scansPerLoad = 50;

interface Judged {
  scan: EndedScan;
  attestation: Attestation | undefined;
}

const loadJudged = async (
  organizationId: string,
  ids: readonly string[],
  { store }: SlicePorts,
): Promise<Judged[]> => {
  const refs = ids.flatMap(
    (scanId) =>
      [
        { record: 'scan', id: { organizationId, scanId } },
        { record: 'attestation', id: { organizationId, scanId, judgment: firstVerdict } },
      ] as const,
  );
  const found = await store.load(refs);
  return ids.flatMap((_id, index) => {
    const scan = found[index * 2] as EndedScan | undefined;
    return scan?.verdict ? [{ scan, attestation: found[index * 2 + 1] as Attestation | undefined }] : [];
  });
};

/** Selects the scans of the pack's repositories, within its period. */
const isWanted = ({ scan }: Judged, { from, to, repositoryIds }: AuditorPack): boolean =>
  scan.createdAt >= from &&
  scan.createdAt < to &&
  (repositoryIds === undefined || repositoryIds.includes(scan.repositoryId));

const attestationRow = ({ scanId, judgment, keyId, signedAt }: Attestation) => ({
  scanId,
  judgment,
  keyId,
  signedAt,
});

const smallParts = (judged: readonly Judged[]): Partial<Record<SliceFile, string>> => {
  const rows = judged.map(({ scan, attestation }) => verdictRow(scan, attestation));
  const attestations = judged.flatMap(({ attestation }) => attestation ?? []);
  return {
    'verdicts.jsonl': rows.map(jsonLine).join(''),
    'verdicts.csv': rows.map((row) => tableLine('verdicts', row)).join(''),
    'attestations.jsonl': attestations
      .map((one) => jsonLine({ ...attestationRow(one), envelope: storedEnvelope(one) }))
      .join(''),
    'attestations.csv': attestations.map((one) => tableLine('attestations', attestationRow(one))).join(''),
  };
};

const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)], { objectMode: false });

type Counts = Pick<SliceSummary, 'bytes' | 'removedUnits'>;

/** The lines of the stored documents of one kind, a document at a time. */
async function* documentLines(
  judged: readonly Judged[],
  part: 'findings' | 'sbom',
  { blobs, counts }: { blobs: SlicePorts['blobs']; counts: Counts },
): AsyncGenerator<string> {
  for (const { scan } of judged)
    for (const { projectUnitId } of completedUnits(scan)) {
      const { organizationId, scanId } = scan;
      const content = await loadUnitDocument({ organizationId, scanId, projectUnitId }, part, blobs);
      // A unit that was not a subject of the scan type has no such document.
      if (!content) {
        if (part === 'findings') counts.removedUnits += 1;
        continue;
      }
      const document = storedJson<object>(content);
      if (part === 'sbom') yield jsonLine({ scanId, projectUnitId, sbom: document });
      else for (const finding of document as object[]) yield jsonLine({ scanId, projectUnitId, ...finding });
    }
}

/**
 * Writes the parts of a slice: two reads for each hundred scans, and the stored documents where the pack includes
 * them. A repeated run writes the same.
 */
export const writeAuditorPackSlice = async (
  { organizationId, packId, slice }: SliceRef,
  ports: SlicePorts,
): Promise<void> => {
  const { store, blobs } = ports;
  const ref = { organizationId, packId };
  const pack = await store.get('auditorPack', ref, { consistent: true });
  const stored = await blobs.get(sliceIdsKey(ref, slice));
  if (pack?.state !== 'running' || !stored) return;
  const ids = storedJson<string[]>(stored);
  const judged: Judged[] = [];
  for (let start = 0; start < ids.length; start += scansPerLoad)
    judged.push(...(await loadJudged(organizationId, ids.slice(start, start + scansPerLoad), ports)));
  const wanted = judged.filter((one) => isWanted(one, pack));
  const counts: Counts = { bytes: 0, removedUnits: 0 };
  for (const [file, text] of Object.entries(smallParts(wanted))) {
    counts.bytes += Buffer.byteLength(text);
    await blobs.putStream(slicePartKey(ref, slice, file as SliceFile), streamOf(text));
  }
  for (const part of pack.include) {
    const counted = counting(Readable.from(documentLines(wanted, part, { blobs, counts })));
    await blobs.putStream(slicePartKey(ref, slice, documentFiles[part]), counted.stream);
    counts.bytes += counted.digest().bytes;
  }
  const summary: SliceSummary = {
    scans: wanted.length,
    policyDigests: [...new Set(wanted.map(({ scan }) => scan.verdict.policyDigest))],
    ...counts,
  };
  await blobs.putStream(slicePartKey(ref, slice, 'summary.json'), streamOf(JSON.stringify(summary)));
};

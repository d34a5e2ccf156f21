import type { ZipFile } from 'yazl';
import { storeExportPart } from '@scangate/domain/offboarding/store-export-part';
import type { ExportPart, OrganizationExport } from '@scangate/domain/records';
import type { BlobStreamer } from '#ports/blobs.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { addToZip, timeInZip, writeZip, type WrittenFile } from '../archives/zip-archive.ts';
import { nextExportFiles, type ExportSources } from './export-files.ts';

export interface ExportPorts extends ExportSources {
  store: ExportSources['store'] & Pick<Store<'organization' | 'organizationExport'>, 'get' | 'commit'>;
  blobs: ExportSources['blobs'] & BlobStreamer<'exports'>;
}

interface PartContext {
  ports: ExportPorts;
  signal: AbortSignal;
  time: ReturnType<typeof timeInZip>;
}

/** A part is closed after this much was put into it; compressed, it stays below 1 GB in any case. */
const maxPartBytes = 900 * 1024 * 1024;

/** Names a stored file of an export. */
export const exportObjectName = (exportId: string, name: string): string => `${exportId}/${name}`;

interface Part {
  number: number;
  start: string | undefined;
  organization: { organizationId: string; billingAccountId: string };
}

/**
 * Fills a zip file until it is full, the time is up, or nothing is left.
 * @returns the start of the next part.
 */
const fill = async (
  zip: ZipFile,
  { start, organization }: Part,
  { ports, signal, time }: PartContext,
): Promise<string | undefined> => {
  const files: WrittenFile[] = [];
  let position = start;
  for (let written = 0; ;) {
    const page = await nextExportFiles(organization, ports, position);
    for (const { path, content, bytes } of page.files) {
      files.push(await addToZip(zip, { path, content }, time));
      written += bytes;
    }
    position = page.position;
    if (position === undefined || written >= maxPartBytes || signal.aborted) break;
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify({ files }, null, 1)}\n`), 'manifest.json', time);
  zip.end();
  return position;
};

const writePart = async (
  current: OrganizationExport,
  part: Part,
  context: PartContext,
): Promise<{ written: ExportPart; position: string | undefined }> => {
  const { organizationId, exportId } = current;
  const name = `part-${String(part.number).padStart(4, '0')}.zip`;
  const key = { area: 'exports', organizationId, name: exportObjectName(exportId, name) } as const;
  const { filled: position, ...digest } = await writeZip(
    (zip) => fill(zip, part, context),
    (stream) => context.ports.blobs.putStream(key, stream, 'application/zip'),
  );
  return { written: { name, ...digest }, position };
};

/**
 * Writes the next part of an export: everything that the organization has, as JSON Lines, and the results of its
 * scans as stored, without secrets. A repeated run writes the same part again.
 */
export const writeExport = async (
  { organizationId, exportId }: { organizationId: string; exportId: string },
  ports: ExportPorts,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<{ organizationId: string; exportId: string; done: boolean }> => {
  const id = { organizationId, exportId };
  const current = await ports.store.get('organizationExport', id, { consistent: true });
  const organization = await ports.store.get('organization', { organizationId }, { consistent: true });
  if (!organization || current?.state !== 'running') return { ...id, done: true };
  const part: Part = { number: current.parts.length + 1, start: current.position, organization };
  const result = await writePart(current, part, { ports, signal, time: timeInZip(current.requestedAt) });
  await commitOrThrow(ports.store, [storeExportPart(current, result, now)]);
  return { ...id, done: result.position === undefined };
};

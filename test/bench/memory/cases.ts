import { createHash } from 'node:crypto';
import type { DocumentType } from '@scangate/domain/scans/uploads/document-types';
import { send } from '../send.ts';
import type { BenchService, Tenant } from '../service.ts';
import { peakOf, planOf } from './memory.ts';

export const commitHash = 'a'.repeat(40);

/** A function and what it is measured with. */
export interface Case {
  what: string;
  /** The function's name. */
  name: string;
  /** Makes the two events of one measurement, because an upload is used once. */
  events: () => Promise<unknown[]>;
  /** Only an attacker sends this, so it may be refused. */
  hostile?: boolean;
  /** Only the memory that it is configured with is a limit: documents are converted whole. */
  isConverted?: boolean;
}

/** A whole request, or a document by itself. */
interface Uploaded {
  content: string;
  mediaType?: DocumentType;
}

/** The same event twice. */
export const twice = (event: unknown) => (): Promise<unknown[]> => Promise.resolve([event, event]);

/** Stores an upload where the service expects it. @returns its id. */
export const upload = async (
  service: BenchService,
  { token }: Tenant,
  { content, mediaType }: Uploaded,
): Promise<string> => {
  const place = {
    mediaType,
    contentLength: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  };
  const { uploadId, url, headers } = await service.expectStatus(201, 'POST', '/v1/uploads', token, {
    body: place,
  });
  const put = { method: 'PUT', headers: headers as Record<string, string>, body: content };
  const { status, text } = await send(String(url), put);
  if (status !== 200) throw new Error(`the upload was answered ${status}: ${text}`);
  return String(uploadId);
};

/** The unit that is scanned. */
export interface UnitPlace {
  projectUnitId: string;
  /** The folder of the bundled functions. */
  bundles: string;
}

/** Uploads what is scanned, creates a scan from it and has it prepared. Its unit is scanned at once, while the scan runs. */
export const unitEvents =
  (service: BenchService, tenant: Tenant, { projectUnitId, bundles, ...uploaded }: UnitPlace & Uploaded) =>
  async (): Promise<unknown[]> => {
    const { organizationId, repositoryId, token } = tenant;
    const uploadId = await upload(service, tenant, uploaded);
    const around = uploaded.mediaType && { repositoryId, commitHash, projectUnitId };
    const body = { uploadId, ...around };
    const { scanId } = await service.expectStatus(201, 'POST', '/v1/scans', token, { body });
    const prepare = { name: 'prepare-scan', events: [{ organizationId, scanId }] };
    await peakOf(service, bundles, prepare, planOf(service, prepare.name).memoryMb);
    const event = { organizationId, scanId, units: [projectUnitId] };
    return [event, event];
  };

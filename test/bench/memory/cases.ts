import { createHash } from 'node:crypto';
import { send } from '../send.ts';
import type { BenchService, Tenant } from '../service.ts';

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

/** The same event twice. */
export const twice = (event: unknown) => (): Promise<unknown[]> => Promise.resolve([event, event]);

/** Stores an upload where the service expects it. @returns its id. */
export const upload = async (service: BenchService, { token }: Tenant, content: string): Promise<string> => {
  const place = {
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

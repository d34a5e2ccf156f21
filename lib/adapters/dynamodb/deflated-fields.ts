import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordName, Records } from '@scangate/domain/change';

/** Long texts of many digests and few words: deflated they cost half of the write units, and what is read is the same text. */
const deflatedFields: { [R in RecordName]?: keyof Records[R] & string } = { attestation: 'statement' };

/** No statement is longer; what is, was not written here. */
const maxBytes = 1024 * 1024;

export const isDeflated = (record: RecordName, field: string): boolean => deflatedFields[record] === field;

export const deflated = (content: unknown): unknown =>
  typeof content === 'string' ? deflateRawSync(content, { level: 9 }) : content;

/** Returns the fields of an item with the texts that were deflated. */
export const withInflated = (
  record: RecordName,
  fields: Record<string, unknown>,
): Record<string, unknown> => {
  const field: string | undefined = deflatedFields[record];
  const content = field === undefined ? undefined : fields[field];
  if (field === undefined || !(content instanceof Uint8Array)) return fields;
  return { ...fields, [field]: inflateRawSync(content, { maxOutputLength: maxBytes }).toString('utf8') };
};

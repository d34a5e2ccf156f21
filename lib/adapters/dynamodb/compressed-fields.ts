import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordName, Records } from '@scangate/domain/record-changes';

/** A field that is stored deflated, as text or as JSON, when it is long. */
type Form = 'text' | ((content: unknown) => boolean);

const largerThan =
  (bytes: number): Form =>
  (content) =>
    JSON.stringify(content).length > bytes;

/** Reading a scan costs by its size, and so does each write: deflated, 40 units take one read unit. */
const isLong = largerThan(1024);

/** Content that takes half of the room that the units of a scan leave in its item counts as large. */
const isLarge = largerThan(128 * 1024);

/**
 * Long texts with many digests and few words, and long lists of equal fields: deflated, they cost a half or a third
 * of the read and write units, and a thousand units with their coverage fit into an item. The result of reading is
 * the same.
 */
const deflatedFields: { [R in RecordName]?: { [F in keyof Records[R] & string]?: Form } } = {
  attestation: { statement: 'text' },
  baseScan: { units: isLong },
  followedCommit: { units: isLong },
  repository: { units: isLong },
  scan: { pullRequestCheck: isLarge, units: isLong, verdict: isLarge },
};

/** The limit of the content; the service writes none that is longer. */
const maxBytes = 16 * 1024 * 1024;

const formsOf = (record: RecordName): Record<string, Form | undefined> | undefined => deflatedFields[record];

/** Returns the content of a field in its stored form. */
export const stored = (record: RecordName, field: string, content: unknown): unknown => {
  const form = formsOf(record)?.[field];
  if (form === undefined) return content;
  if (form === 'text') return typeof content === 'string' ? deflateRawSync(content, { level: 9 }) : content;
  return form(content) ? deflateRawSync(JSON.stringify(content)) : content;
};

/** Returns the fields of an item with the deflated ones inflated. */
export const withInflated = (
  record: RecordName,
  fields: Record<string, unknown>,
): Record<string, unknown> => {
  const forms = formsOf(record);
  if (!forms) return fields;
  const inflated = { ...fields };
  for (const [field, form] of Object.entries(forms)) {
    const content = fields[field];
    if (!(content instanceof Uint8Array)) continue;
    const text = inflateRawSync(content, { maxOutputLength: maxBytes }).toString('utf8');
    inflated[field] = form === 'text' ? text : (JSON.parse(text) as unknown);
  }
  return inflated;
};

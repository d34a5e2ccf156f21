import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordName, Records } from '@scangate/domain/record-changes';
import { itemBytes } from './item-bytes.ts';
import type { Item } from './items.ts';

/** The attribute that holds the others. */
const packed = 'packed';

/** The number of bytes of an item that one write unit of DynamoDB covers. */
const unitBytes = 1024;

/** Fields that no change writes after the insertion of the record, and that no condition and no index uses. */
const packedFields: { [R in RecordName]?: readonly (keyof Records[R] & string)[] } = {
  scan: [
    'repositoryId',
    'commitHash',
    'branch',
    'projectUnitId',
    'base',
    'pullRequest',
    'scanTypes',
    'skippedScanTypes',
    'sourceTrigger',
    'personId',
    'billingAccountId',
    'chargedPeriods',
    'clientMonth',
    'policyDigest',
    'severityThreshold',
    'dedupDigest',
    'artifact',
    'pipelineDigest',
    'createdAt',
  ],
};

/** The usual content of these fields. It is part of the stored form, so it must never change. */
const dictionary = Buffer.from(
  [
    '"clientMonth":"2026-","projectUnitId":"","pullRequest":{"number":,"base":{"scanId":"","commitHash":"',
    '"artifact":{"kind":"sbom","sha256":"","kind":"lockfile","path":"package-lock.json',
    '"reason":"not_applicable"},{"scanType":"sast","reason":"sast_addon_required"}]',
    '"severityThreshold":"critical","severityThreshold":"medium","severityThreshold":"high"',
    '"sourceTrigger":"manual","sourceTrigger":"cli","sourceTrigger":"api"',
    '{"repositoryId":"","branch":"feature/","branch":"main","skippedScanTypes":[],',
    '"scanTypes":["sbom","sca","license","dependency-advisor","secrets","sast"],',
    '"personId":"","billingAccountId":"","chargedPeriods":{"core":"2026-01-01T00:00:00.000Z","sast":"',
    '"policyDigest":"sha256:","dedupDigest":"","pipelineDigest":"","createdAt":"2026-01-01T',
  ].join(''),
);

/** The limit of packed content. Anything longer was not written by this adapter. */
const maxBytes = 64 * 1024;

const unitsOf = (item: Item): number => Math.ceil(itemBytes(item) / unitBytes);

/**
 * Packs the immutable fields of a new item, if the item then takes fewer write units: those of a scan with a long
 * branch, a base and a pull request. The result of reading is the same.
 */
export const packItem = (record: RecordName, item: Item): Item => {
  const fields: readonly string[] = packedFields[record] ?? [];
  if (fields.length === 0 || unitsOf(item) === 1) return item;
  const entries = Object.entries(item);
  const rest = entries.filter(([name]) => !fields.includes(name));
  const taken = entries.filter(([name]) => fields.includes(name));
  const text = JSON.stringify(Object.fromEntries(taken));
  const short = { ...Object.fromEntries(rest), [packed]: deflateRawSync(text, { level: 9, dictionary }) };
  return unitsOf(short) < unitsOf(item) ? short : item;
};

/**
 * Returns the attributes of an item with the packed ones unpacked. An attribute that is also stored unpacked is
 * newer.
 */
export const withUnpacked = (record: RecordName, item: Item): Item => {
  if (item[packed] === undefined) return item;
  const { [packed]: content, ...fields } = item;
  if (!packedFields[record]) return item;
  if (!(content instanceof Uint8Array)) return fields;
  const text = inflateRawSync(content, { dictionary, maxOutputLength: maxBytes }).toString('utf8');
  return { ...(JSON.parse(text) as Item), ...fields };
};

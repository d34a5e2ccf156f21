import type { RecordName, Records } from '@scangate/domain/record-changes';
import { itemBytes } from './item-bytes.ts';
import type { Item } from './items.ts';
import { packJson, unpackJson } from './packed-json.ts';

/** The attribute that holds the others. */
const packed = 'packed';

/** The number of bytes of an item that one write unit of DynamoDB covers. */
const unitBytes = 1024;

/** The bytes that preparation adds to a record. That of a scan of one unit is then written once more. */
const growthBytes: { [R in RecordName]?: number } = { scan: 256 };

/** The field that may be long, in any script. */
const longest = 'branch';

/**
 * Fields that no change writes after the insertion of the record, and that no condition and no index uses. Their order is part
 * of the stored form.
 */
const packedFields: { [R in RecordName]?: readonly (keyof Records[R] & string)[] } = {
  scan: [
    'repositoryId',
    'commitHash',
    'branch',
    'projectUnitId',
    'base',
    'pullRequest',
    'scanTypes',
    'fullScope',
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

/** The usual values of these fields in their order. It is part of the stored form, so it must never change. */
const dictionary = Buffer.from(
  [
    '{"kind":"sbom","sha256":"\u0002@"},{"kind":"lockfile","path":"package-lock.json","sha256":"\u0002@"}',
    '{"scanId":"\u0001","commitHash":"\u00024"},"manual","cli",["license"],["sbom","sca",null,null,null',
    '["sbom","sca","license","dependency-advisor","secrets","sast"],true,[],"api",',
    '[{"scanType":"sast","reason":"not_applicable"}],"low","medium","high","feature/"release/"',
    '["\u0001","\u00024","main",\u0003,null,{"commitHash":"\u00024"},{"number":1},',
    '["sbom","sca","license","dependency-advisor","secrets"],true,',
    '[{"scanType":"sast","reason":"sast_addon_required"}],"api","\u0001","\u0001",',
    '{"core":"2026-01-01T00:00:00.000Z","sast":"2026-01-01T00:00:00.000Z"},null,',
    '"sha256:\u0002@","critical","\u00020",null,"\u00020","2026-01-01T1',
  ].join(''),
);

/** Returns the write units of an item as it is inserted and as it has grown, together. */
const unitsOf = (record: RecordName, item: Item): number => {
  const bytes = itemBytes(item);
  return Math.ceil(bytes / unitBytes) + Math.ceil((bytes + (growthBytes[record] ?? 0)) / unitBytes);
};
/** Of an item that stays within one unit. */
const fewestUnits = 2;

/**
 * Packs the immutable fields of a new item, if the item then takes fewer write units: those of a scan that
 * would outgrow a unit. The result of reading is the same.
 */
export const packItem = (record: RecordName, item: Item): Item => {
  const fields: readonly string[] = packedFields[record] ?? [];
  if (fields.length === 0 || unitsOf(record, item) === fewestUnits) return item;
  const rest = Object.entries(item).filter(([name]) => !fields.includes(name));
  const content = packJson(
    fields.map((field) => item[field] ?? null),
    { dictionary, long: fields.indexOf(longest) },
  );
  const short = { ...Object.fromEntries(rest), [packed]: content };
  return unitsOf(record, short) < unitsOf(record, item) ? short : item;
};

/**
 * Returns the attributes of an item with the packed ones unpacked. An attribute that is also stored unpacked is
 * newer.
 */
export const withUnpacked = (record: RecordName, item: Item): Item => {
  if (item[packed] === undefined) return item;
  const { [packed]: content, ...fields } = item;
  const names: readonly string[] | undefined = packedFields[record];
  if (!names) return item;
  if (!(content instanceof Uint8Array)) return fields;
  const values = unpackJson(content, { dictionary, long: names.indexOf(longest) });
  const unpacked = names.map((name, index) => [name, values[index]] as const);
  return { ...Object.fromEntries(unpacked.filter(([, value]) => value !== null)), ...fields };
};

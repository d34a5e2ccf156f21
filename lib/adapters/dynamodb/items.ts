import type { RecordName, Records } from '@scangate/domain/record-changes';
import { DamagedRecord, type ReadOptions } from '#ports/store.ts';
import { stored, withInflated } from './compressed-fields.ts';
import { packItem, withUnpacked } from './combined-attributes.ts';
import { parseRecord } from './parsers/parse-record.ts';
import { recordLayouts } from './record-layouts.ts';
import {
  inWrittenForm,
  recordVersions,
  versionAttribute,
  writtenVersion,
  type RecordVersions,
} from './record-versions.ts';

export type Item = Record<string, unknown>;

const graceSeconds = 86_400;

/** DynamoDB may delete these records once the instant in this field is `graceSeconds` ago. */
const expiryFields: { [R in RecordName]?: keyof Records[R] & string } = {
  baseScan: 'expiresAt',
  dedup: 'expiresAt',
  findingLocation: 'expiresAt',
  idempotency: 'expiresAt',
  keptUnit: 'expiresAt',
  indexedComponent: 'removedAt',
  trackedFinding: 'expiresAt',
  waiter: 'expiresAt',
  upload: 'createdAt',
  token: 'expiresAt',
  signIn: 'expiresAt',
  usedCredential: 'expiresAt',
  deviceLogin: 'expiresAt',
  deviceUserCode: 'expiresAt',
  deviceTries: 'expiresAt',
  invitation: 'expiresAt',
  invitationSecret: 'expiresAt',
  rateMinute: 'expiresAt',
  activeScans: 'expiresAt',
  refusedScan: 'expiresAt',
  endedCredentials: 'expiresAt',
  directoryAlias: 'expiresAt',
  refusal: 'expiresAt',
  exchangeMinute: 'expiresAt',
  trustRule: 'removedAt',
  storedEvent: 'expiresAt',
  delivery: 'expiresAt',
  subscriber: 'expiresAt',
  repositoryCheck: 'expiresAt',
  auditorPack: 'expiresAt',
  packLink: 'expiresAt',
  linkSecret: 'expiresAt',
};

/** Returns the `ttl` attribute that follows from a record's own fields, if it has one. */
export const ttlOf = (record: RecordName, fields: object): number | undefined => {
  const expiryField = expiryFields[record];
  const at = expiryField && (fields as Item)[expiryField];
  return typeof at === 'string' && at !== '' ? Math.floor(Date.parse(at) / 1000) + graceSeconds : undefined;
};

/** Makes the item of a record. It omits the fields that are part of the key. */
export const toItem = <R extends RecordName>(
  record: R,
  value: Records[R],
  versions: RecordVersions = recordVersions,
): Item => {
  const layout = recordLayouts[record];
  const key = layout.key(value);
  const identity = layout.identity(key.pk, key.sk ?? '');
  const version = writtenVersion(record, versions);
  const item: Item = { ...key, ...(version > 1 && { [versionAttribute]: version }) };
  for (const [field, content] of Object.entries(value)) {
    if (field in identity || content === undefined) continue;
    item[field] = stored(record, field, content);
  }
  const ttl = ttlOf(record, value);
  return packItem(record, ttl === undefined ? item : { ...item, ttl });
};

/**
 * Reads an item of any version that this release supports.
 * @throws NewerRow, DamagedRecord
 */
export const fromItem = <R extends RecordName>(
  record: R,
  item: Item,
  versions: RecordVersions = recordVersions,
): Records[R] => {
  const row = inWrittenForm(record, withUnpacked(record, item), versions);
  const identity = recordLayouts[record].identity(String(row['pk']), String(row['sk'] ?? ''));
  // Attributes that are no fields, as the key, are left out.
  return parseRecord(record, withInflated(record, row), identity as Record<string, unknown>);
};

/** Reads an item, or reports that it is damaged if the reader requested that. */
export const readItem = <R extends RecordName>(
  record: R,
  item: Item,
  { onDamaged, versions }: Pick<ReadOptions, 'onDamaged'> & { versions?: RecordVersions | undefined },
): Records[R] | undefined => {
  try {
    return fromItem(record, item, versions);
  } catch (error) {
    if (!onDamaged || !(error instanceof DamagedRecord)) throw error;
    const { pk, sk } = item;
    const message = `${error.message} (${String(pk)} ${String(sk ?? '')})`;
    onDamaged(new DamagedRecord(record, message, { cause: error }));
    return undefined;
  }
};

import type { RecordKeys, RecordName, Records } from '@scangate/domain/change';
import { recordLayouts } from './record-layouts.ts';

export type Item = Record<string, unknown>;

/** After these fields a record is of no use and may be expired by DynamoDB; seconds of grace. */
const expiry: { [R in RecordName]?: { field: string; graceSeconds: number } } = {
  dedup: { field: 'expiresAt', graceSeconds: 86_400 },
  idempotency: { field: 'expiresAt', graceSeconds: 86_400 },
  waiter: { field: 'expiresAt', graceSeconds: 86_400 },
  upload: { field: 'createdAt', graceSeconds: 86_400 },
};

/** The `ttl` attribute that follows from a record's own fields, where it has one. */
export const ttlOf = (record: RecordName, fields: object): number | undefined => {
  const rule = expiry[record];
  const at = rule && (fields as Item)[rule.field];
  return rule && typeof at === 'string' && at !== ''
    ? Math.floor(Date.parse(at) / 1000) + rule.graceSeconds
    : undefined;
};

/** A record as it is stored: the key says its identity, so the fields do not say it again. */
export const toItem = <R extends RecordName>(record: R, value: Records[R]): Item => {
  const layout = recordLayouts[record];
  const key = layout.key(value as unknown as RecordKeys[R]);
  const identity = layout.identity(key.pk, key.sk ?? '');
  const item: Item = { ...key };
  for (const [field, content] of Object.entries(value)) {
    if (!(field in identity) && content !== undefined) item[field] = content;
  }
  const ttl = ttlOf(record, value);
  return ttl === undefined ? item : { ...item, ttl };
};

export const fromItem = <R extends RecordName>(record: R, item: Item): Records[R] => {
  const { pk, sk, ttl: _ttl, ...fields } = item;
  return {
    ...recordLayouts[record].identity(String(pk), String(sk ?? '')),
    ...fields,
  } as unknown as Records[R];
};

import { createHash } from 'node:crypto';
import type { Cloud } from '../cloud/cloud.ts';

/** Copies a value with the fields of its objects in order. */
const inOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Buffer.isBuffer(value)) return { data: [...value], type: 'Buffer' };
  if (value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const ordered: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) ordered[name] = inOrder((value as typeof ordered)[name]);
  return ordered;
};

/** Makes one text of everything that is stored, equal on every machine. */
export const digestOfWorld = ({ database, objects, executions }: Cloud): string => {
  const hash = createHash('sha256');
  for (const [name, table] of database.tables) {
    const rows = [...table.items()].map((item) => JSON.stringify(inOrder(item))).toSorted();
    hash.update(name).update(rows.join('\n'));
  }
  for (const [name, bucket] of objects.buckets)
    for (const key of [...bucket.keys()].toSorted())
      hash
        .update(name)
        .update(key)
        .update(bucket.get(key) ?? '');
  for (const { arn, status } of executions.all.values()) hash.update(`${arn} ${status}`);
  return hash.digest('hex').slice(0, 16);
};

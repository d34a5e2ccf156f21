import { createHash } from 'node:crypto';
import type { Cloud } from '../cloud/cloud.ts';

/** Writes objects with their fields in order. */
const inOrder = (_name: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Uint8Array)
    return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
};

/** Makes one text of everything that is stored, equal on every machine. */
export const digestOfWorld = ({ database, objects, executions }: Cloud): string => {
  const hash = createHash('sha256');
  for (const [name, table] of database.tables) {
    const rows = [...table.items()].map((item) => JSON.stringify(item, inOrder)).toSorted();
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

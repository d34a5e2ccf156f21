import { createHash } from 'node:crypto';
import { projectAt } from '../actors/tracker.ts';
import { trackerKinds } from '../outside/trackers.ts';
import type { World } from './world.ts';

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

/** Everything that others have of the service: Stripe, people with mail, receivers and trackers. */
const outsideOf = ({ cloud, stripe, receivers, tracker, organizations }: World): unknown[] => [
  stripe.everything(),
  cloud.mails,
  receivers.received,
  [...tracker.madeAt],
  [...tracker.changedAt],
  organizations.flatMap((organization) =>
    trackerKinds.map((kind) => [...tracker.issuesOf(projectAt(kind, organization))]),
  ),
];

/** Makes one text of everything that is stored, here and with others, equal on every machine. */
export const digestOfWorld = (world: World): string => {
  const { database, objects, executions } = world.cloud;
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
  for (const { arn, status, input } of executions.all.values()) hash.update(`${arn} ${status} ${input}`);
  hash.update(JSON.stringify(inOrder(outsideOf(world))));
  return hash.digest('hex').slice(0, 16);
};

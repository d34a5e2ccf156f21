import { ServiceError } from '../protocol/aws-json.ts';
import { escapeMarkup } from '@scangate/emulator-host/escape-markup';
import type { ObjectStore } from './object-store.ts';

const pageLimit = 1000;

/** @returns one page of keys as the content of a ListBucketResult. */
export const listObjects = async (store: ObjectStore, bucket: string, url: URL): Promise<string> => {
  const query = url.searchParams;
  const prefix = query.get('prefix') ?? '';
  const requested = Number(query.get('max-keys') ?? pageLimit);
  if (!Number.isInteger(requested) || requested < 0)
    throw new ServiceError('InvalidArgument', 'max-keys must be a number from 0.');
  const limit = Math.min(requested, pageLimit);
  const after = startOf(query);
  const entries = grouped(await store.keys(bucket, prefix), prefix, query.get('delimiter') ?? '');
  const rest = entries.filter(
    ({ name }) => after === undefined || Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0,
  );
  const page = rest.slice(0, limit);
  const truncated = rest.length > page.length && limit > 0;
  const shown = (text: string) =>
    escapeMarkup(query.get('encoding-type') === 'url' ? encodeURIComponent(text) : text);
  const items = await Promise.all(
    page.map(async ({ name, group }) => {
      if (group) return `<CommonPrefixes><Prefix>${shown(name)}</Prefix></CommonPrefixes>`;
      const facts = await store.head(bucket, name);
      if (!facts) return '';
      return (
        `<Contents><Key>${shown(name)}</Key><LastModified>${new Date(facts.modifiedAt).toISOString()}</LastModified>` +
        `<ETag>&quot;${facts.etag}&quot;</ETag><Size>${facts.size}</Size><StorageClass>STANDARD</StorageClass></Contents>`
      );
    }),
  );
  const last = page.at(-1)?.name ?? '';
  const next = truncated
    ? `<NextContinuationToken>${Buffer.from(last).toString('base64url')}</NextContinuationToken>`
    : '';
  return (
    `<Name>${escapeMarkup(bucket)}</Name><Prefix>${shown(prefix)}</Prefix><KeyCount>${page.length}</KeyCount>` +
    `<MaxKeys>${limit}</MaxKeys><IsTruncated>${truncated}</IsTruncated>${next}${items.join('')}`
  );
};

const startOf = (query: URLSearchParams): string | undefined => {
  const token = query.get('continuation-token');
  return token === null
    ? (query.get('start-after') ?? undefined)
    : Buffer.from(token, 'base64url').toString();
};

/** Groups keys with the same text before the delimiter into one entry. */
const grouped = (keys: string[], prefix: string, delimiter: string): { name: string; group: boolean }[] => {
  if (delimiter === '') return keys.map((name) => ({ name, group: false }));
  const names = new Map<string, boolean>();
  for (const key of keys) {
    const end = key.indexOf(delimiter, prefix.length);
    if (end < 0) names.set(key, false);
    else names.set(key.slice(0, end + delimiter.length), true);
  }
  return [...names].map(([name, group]) => ({ name, group }));
};

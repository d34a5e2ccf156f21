import {
  BatchWriteItemCommand,
  paginateScan,
  type AttributeValue,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

type StoredItem = Record<string, AttributeValue>;

/** The content of a copy, for comparison; the order of a scan does not matter. */
export interface CopySize {
  items: number;
  /** Hex SHA-256 over the items in the order of their text. */
  digest: string;
}

/** Bytes are base64 in DynamoDB's JSON. */
const toText = (item: StoredItem): string =>
  JSON.stringify({ Item: item }, (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  );

/** Restores bytes, wherever they are in an item. */
const withBytes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'B' && typeof inner === 'string' ? Buffer.from(inner, 'base64') : withBytes(inner),
    ]),
  );
};

const linesOf = async (client: DynamoDBClient, TableName: string): Promise<string[]> => {
  const lines: string[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    lines.push(...Items.map(toText));
  return lines.toSorted();
};

const sizeOf = (lines: readonly string[]): CopySize => ({
  items: lines.length,
  digest: createHash('sha256').update(lines.join('\n')).digest('hex'),
});

/** Returns the size of a table's content. */
export const tableSize = async (client: DynamoDBClient, table: string): Promise<CopySize> =>
  sizeOf(await linesOf(client, table));

/** Writes all items of a table to a file, as DynamoDB exports them: gzipped lines of its JSON. */
export const exportTable = async (client: DynamoDBClient, table: string, file: string): Promise<CopySize> => {
  const lines = await linesOf(client, table);
  writeFileSync(file, gzipSync(lines.join('\n')));
  return sizeOf(lines);
};

const batchItems = 25;
const attempts = 20;

/**
 * Writes the items of such a file to an empty table. @throws Error when the database keeps leaving items
 * unprocessed.
 */
export const importTable = async (client: DynamoDBClient, file: string, table: string): Promise<void> => {
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  for (let start = 0; start < lines.length; start += batchItems) {
    let left = lines.slice(start, start + batchItems).map((line) => ({
      PutRequest: { Item: withBytes((JSON.parse(line) as { Item: unknown }).Item) as StoredItem },
    }));
    for (let attempt = 0; left.length > 0; attempt++) {
      if (attempt === attempts) throw new Error(`${table} does not take all items`);
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: left } }));
      left = (answer.UnprocessedItems?.[table] ?? []) as typeof left;
    }
  }
};

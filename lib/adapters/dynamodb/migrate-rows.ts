import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Change, Condition, RecordName } from '@scangate/domain/record-changes';
import type { DynamoContext } from './commit-transaction.ts';
import { Expression } from './expressions.ts';
import type { Item } from './items.ts';
import { recordLayouts } from './record-layouts.ts';
import { conversionOf, recordVersions, versionOf, writtenVersion } from './record-versions.ts';

/** A row in another version than the one for which changes are written. */
export interface OutdatedRow {
  record: RecordName;
  item: Item;
}

/** Returns whether a change only applies to a row of the written version. An insertion of a new row finds none. */
const isOfOneVersion = (change: Change): boolean =>
  change.change === 'update' ||
  change.change === 'require' ||
  (change.change === 'insert' && change.replaceIf !== undefined);

/**
 * Returns the row found by the condition of a change, if it is of another version.
 * @throws NewerRow
 */
export const outdatedRow = (
  change: Change,
  item: Item | undefined,
  { versions = recordVersions }: Pick<DynamoContext, 'versions'>,
): OutdatedRow | undefined => {
  if (!item || !isOfOneVersion(change)) return undefined;
  const { record } = change;
  return versionOf(item) === writtenVersion(record, versions) ? undefined : { record, item };
};

/**
 * Converts a row to the written form in place, unless it changes meanwhile: the attributes of the step must be as
 * they were read. All other attributes are kept, so that a debit between reading and writing is not lost.
 */
export const migrateRow = async (
  { record, item }: OutdatedRow,
  { client, tableName, versions = recordVersions }: DynamoContext,
): Promise<void> => {
  const { table } = recordLayouts[record];
  const { seen, written } = conversionOf(record, item, versions);
  const expression = new Expression();
  const conditions = Object.entries(seen).map(([field, value]): Condition =>
    value === undefined ? { field, is: 'absent' } : { field, is: 'equal', value: value as string },
  );
  const set = Object.entries(written).filter(([, value]) => value !== undefined);
  const removed = Object.keys(written).filter((name) => written[name] === undefined);
  const sets = set.map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`);
  const removals = removed.map((name) => expression.name(name));
  const { pk, sk } = item;
  try {
    await client.send(
      new UpdateCommand({
        TableName: tableName(table),
        Key: { pk, ...(sk !== undefined && { sk }) },
        UpdateExpression: [
          ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
          ...(removals.length > 0 ? [`REMOVE ${removals.join(', ')}`] : []),
        ].join(' '),
        ConditionExpression: [`attribute_exists(${expression.name('pk')})`, expression.all(conditions)].join(
          ' AND ',
        ),
        ...expression.attributes,
      }),
    );
  } catch (error) {
    const isOvertaken =
      error instanceof ConditionalCheckFailedException || error instanceof TransactionConflictException;
    if (!isOvertaken) throw error;
  }
};

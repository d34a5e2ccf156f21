import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';
import {
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Change, Condition, RecordName } from '@scangate/domain/change';
import { Transient } from '@scangate/domain/problem';
import type { FailedCondition } from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import { Expression, updateExpressions } from './expressions.ts';
import { fromItem, toItem, type Item } from './items.ts';
import { keyOf, recordLayouts } from './record-layouts.ts';

export interface DynamoContext {
  client: DynamoDBDocumentClient;
  tableName(table: TableName): string;
  /** Uniform in [0, 1). */
  random(): number;
  sleep(delayMs: number): Promise<void>;
}

/** DynamoDB's own limit of one transaction. */
const transactionLimit = 100;
/** Some 6 s in all: fifty at once on one pool get through, and the gateway waits for 29 s. */
const attempts = 16;
const firstDelayMs = 20;
const longestDelayMs = 1_000;

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const writeOf = (change: Change, tableName: DynamoContext['tableName']): Write => {
  const expression = new Expression();
  const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if (change.change === 'insert') {
    const absent = `attribute_not_exists(${expression.name('pk')})`;
    const over = change.replaceIf && expression.all(change.replaceIf as Condition[]);
    return {
      Put: {
        TableName: tableName(recordLayouts[change.record].table),
        Item: toItem(change.record, change.item),
        ConditionExpression: over ? `${absent} OR (${over})` : absent,
        ...expression.attributes,
        ...onFailure,
      },
    };
  }
  const { table, key } = keyOf(change.record, change.id as never);
  if (change.change === 'require') {
    const exists = `attribute_exists(${expression.name('pk')})`;
    const condition = [exists, expression.all(change.when as Condition[])].join(' AND ');
    return {
      ConditionCheck: {
        TableName: tableName(table),
        Key: key,
        ConditionExpression: condition,
        ...expression.attributes,
        ...onFailure,
      },
    };
  }
  const { update, condition } = updateExpressions(
    expression,
    change as Parameters<typeof updateExpressions>[1],
  );
  return {
    Update: {
      TableName: tableName(table),
      Key: key,
      UpdateExpression: update,
      ConditionExpression: condition,
      ...expression.attributes,
      ...onFailure,
    },
  };
};

const found = (record: RecordName, item: CancellationReason['Item']): FailedCondition['found'] =>
  item && Object.keys(item).length > 0 ? fromItem(record, unmarshall(item) as Item) : undefined;

const busyReasons = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** What a cancelled transaction means: someone was faster and it may be tried again, or a condition failed for good. */
const readCancellation = (
  error: TransactionCanceledException,
  changes: readonly Change[],
): FailedCondition | 'again' => {
  const reasons = error.CancellationReasons ?? [];
  if (reasons.some((reason) => busyReasons.has(reason.Code ?? ''))) return 'again';
  const index = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  const change = changes[index];
  if (!change) throw error;
  return { change, found: found(change.record, reasons[index]?.Item) };
};

/** What one try gave: written, refused, or somebody was in the way. */
type Tried = FailedCondition | undefined | 'again';

/** A single change needs no transaction, which costs twice as much. */
const tryOne = async (change: Change, write: Write, { client }: DynamoContext): Promise<Tried> => {
  try {
    if (write.Put) await client.send(new PutCommand(write.Put));
    else if (write.Update) await client.send(new UpdateCommand(write.Update as never));
    return undefined;
  } catch (error) {
    if (error instanceof TransactionConflictException) return 'again';
    if (error instanceof ConditionalCheckFailedException)
      return { change, found: found(change.record, error.Item) };
    throw error;
  }
};

const tryAll = async (
  changes: readonly Change[],
  TransactItems: Write[],
  { client }: DynamoContext,
): Promise<Tried> => {
  try {
    await client.send(new TransactWriteCommand({ TransactItems }));
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'TransactionInProgressException') return 'again';
    if (!(error instanceof TransactionCanceledException)) throw error;
    return readCancellation(error, changes);
  }
};

/**
 * Applies the changes as one transaction, or refuses all. A conflict with another transaction is tried again
 * with full jitter, which the SDK does not do, and never turns into a refusal (billing.md).
 * @throws Transient when the record stays contended.
 */
export const commit = async (
  changes: readonly Change[],
  context: DynamoContext,
): Promise<FailedCondition | undefined> => {
  const [only] = changes;
  if (!only) return undefined;
  if (changes.length > transactionLimit) throw new Error(`a transaction of ${changes.length} changes`);
  const writes = changes.map((change) => writeOf(change, context.tableName));
  const [single] = writes;
  const alone = changes.length === 1 && only.change !== 'require' && single;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tried = await (alone ? tryOne(only, single, context) : tryAll(changes, writes, context));
    if (tried !== 'again') return tried;
    await context.sleep(context.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt));
  }
  throw new Transient('the record is contended');
};

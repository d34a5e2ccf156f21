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
import type { Change, Condition } from '@scangate/domain/record-changes';
import type { CommitOptions, FailedCondition } from '#ports/store.ts';
import type { TableName } from '#ports/tables.ts';
import { retryTransaction, type Attempt, type Collision, type InProgress } from './retry-transaction.ts';
import { migrateRow, outdatedRow, type OutdatedRow } from './migrate-rows.ts';
import { countExpression, Expression, updateExpressions } from './expressions.ts';
import { fromItem, toItem, type Item } from './items.ts';
import { keyOf, recordLayouts } from './record-layouts.ts';
import { recordVersions, writtenVersion, type RecordVersions } from './record-versions.ts';

export interface DynamoContext {
  client: DynamoDBDocumentClient;
  tableName(table: TableName): string;
  /** Uniform in [0, 1). */
  random(): number;
  uuid(): string;
  sleep(delayMs: number): Promise<void>;
  /** The versions of records; those of this release by default. */
  versions?: RecordVersions;
}

/** The part that a store needs that only reads. */
export type ReadingContext = Omit<DynamoContext, 'uuid'>;

/** DynamoDB's limit for one transaction. */
const transactionLimit = 100;

type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/**
 * Refuses every write to the ledger except the insertion of a new item. All entries are written here, and IAM cannot
 * require the condition of a put (docs/adr/0009-ledger.md).
 */
const requireAppend = (change: Change): void => {
  const isAppend = change.change === 'insert' && change.replaceIf === undefined;
  if (recordLayouts[change.record].table === 'Ledger' && !isAppend)
    throw new Error('the ledger is only appended to');
};

/** The write of a transaction that applies a change. */
export const changeToWrite = (
  change: Change,
  { tableName, versions = recordVersions }: Pick<DynamoContext, 'tableName' | 'versions'>,
): Write => {
  requireAppend(change);
  const expression = new Expression();
  const ofVersion = () => expression.version(writtenVersion(change.record, versions));
  const onFailure = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  if (change.change === 'insert') {
    const absent = `attribute_not_exists(${expression.name('pk')})`;
    const replaceIf = change.replaceIf && expression.all(change.replaceIf as Condition[]);
    return {
      Put: {
        TableName: tableName(recordLayouts[change.record].table),
        Item: toItem(change.record, change.item, versions),
        ConditionExpression: replaceIf ? `${absent} OR (${replaceIf} AND ${ofVersion()})` : absent,
        ...expression.attributes,
        ...onFailure,
      },
    };
  }
  const { table, key } = keyOf(change.record, change.id as never);
  const target = { TableName: tableName(table), Key: key };
  if (change.change === 'require') {
    const exists = `attribute_exists(${expression.name('pk')})`;
    const condition = [exists, expression.all(change.when as Condition[]), ofVersion()].join(' AND ');
    return {
      ConditionCheck: { ...target, ConditionExpression: condition, ...expression.attributes, ...onFailure },
    };
  }
  if (change.change === 'count') {
    const update = countExpression(expression, change);
    return { Update: { ...target, UpdateExpression: update, ...expression.attributes } };
  }
  const { update, condition } = updateExpressions(
    expression,
    change as Parameters<typeof updateExpressions>[1],
  );
  return {
    Update: {
      ...target,
      UpdateExpression: update,
      ConditionExpression: `${condition} AND ${ofVersion()}`,
      ...expression.attributes,
      ...onFailure,
    },
  };
};

const foundItem = (item: CancellationReason['Item']): Item | undefined =>
  item && Object.keys(item).length > 0 ? (unmarshall(item) as Item) : undefined;

/** Reads why the condition of a change failed: the row has another version, or the condition does not hold. */
const readFailure = (
  change: Change,
  given: CancellationReason['Item'],
  { versions }: DynamoContext,
): FailedCondition | OutdatedRow => {
  const item = foundItem(given);
  const outdated = outdatedRow(change, item, { versions });
  return outdated ?? { change, found: item && fromItem(change.record, item, versions) };
};

const contentionReasons = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** An attempt that may also have found a row of another version, which has to be converted. */
type Tried = FailedCondition | Collision | InProgress | OutdatedRow | undefined;

/** Distinguishes a transaction that another writer canceled, which is retried, from one whose condition failed. */
const readCancellation = (
  error: TransactionCanceledException,
  changes: readonly Change[],
  context: DynamoContext,
): Tried => {
  const reasons = error.CancellationReasons ?? [];
  const isContended = ({ Code = '' }: CancellationReason): boolean => contentionReasons.has(Code);
  if (reasons.some(isContended))
    return { collided: changes.filter((_change, at) => isContended(reasons[at] ?? {})) };
  const index = reasons.findIndex((reason) => reason.Code === 'ConditionalCheckFailed');
  const change = changes[index];
  if (!change) throw error;
  return readFailure(change, reasons[index]?.Item, context);
};

/** A single change needs no transaction, which would cost twice as much. */
const writeOne = async (change: Change, write: Write, context: DynamoContext): Promise<Tried> => {
  const { client } = context;
  try {
    if (write.Put) await client.send(new PutCommand(write.Put));
    else if (write.Update) await client.send(new UpdateCommand(write.Update as never));
    return undefined;
  } catch (error) {
    if (error instanceof TransactionConflictException) return { collided: [change] };
    if (error instanceof ConditionalCheckFailedException) return readFailure(change, error.Item, context);
    throw error;
  }
};

const writeAll = async (
  changes: readonly Change[],
  request: { TransactItems: Write[]; ClientRequestToken: string },
  context: DynamoContext,
): Promise<Tried> => {
  try {
    await context.client.send(new TransactWriteCommand(request));
    return undefined;
  } catch (error) {
    if (error instanceof Error && error.name === 'TransactionInProgressException')
      return { inProgress: true };
    if (!(error instanceof TransactionCanceledException)) throw error;
    return readCancellation(error, changes, context);
  }
};

/**
 * Tries once. A row of another version is converted, which counts as a collision: the next attempt finds the
 * converted row.
 */
const attempt = async (
  changes: readonly Change[],
  ClientRequestToken: string,
  context: DynamoContext,
): Promise<Attempt> => {
  const writes = changes.map((change) => changeToWrite(change, context));
  const [[only], [single]] = [changes, writes];
  // IAM only permits ledger entries within transactions.
  const isPlain = only && only.change !== 'require' && only.record !== 'ledgerEntry';
  const tried = await (isPlain && single && changes.length === 1
    ? writeOne(only, single, context)
    : writeAll(changes, { TransactItems: writes, ClientRequestToken }, context));
  if (!tried || !('item' in tried)) return tried;
  await migrateRow(tried, context);
  return { collided: [] };
};

/**
 * Applies all changes as one transaction, or none. A collision with another transaction is retried.
 * @throws Transient when the record stays contended.
 */
export const commit = async (
  changes: readonly Change[],
  context: DynamoContext,
  options: CommitOptions = {},
): Promise<FailedCondition | undefined> => {
  if (changes.length === 0) return undefined;
  if (changes.length > transactionLimit) throw new Error(`a transaction of ${changes.length} changes`);
  const tryOnce = (tried: readonly Change[], token: string) => attempt(tried, token, context);
  return retryTransaction(changes, { ...options, attempt: tryOnce }, context);
};

import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { tablePlan } from '#local/restore-drill/table-plans.ts';
import { answerDatabase } from '../answer.ts';
import { Database, type DatabaseTime } from '../database.ts';
import type { Item } from '../values.ts';
import type { DatabaseRequest } from './requests.ts';

/** The answer of a database, or its refusal. */
export type Answered =
  | { answer: Record<string, unknown> }
  | { refused: string; reasons?: string[]; items?: unknown[] };

export type Send = (request: DatabaseRequest) => Promise<Answered>;

const commands = {
  Get: GetCommand,
  BatchGet: BatchGetCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  Put: PutCommand,
  Update: UpdateCommand,
  TransactWrite: TransactWriteCommand,
};

const shown = (item: Record<string, never> | undefined): unknown =>
  item && Object.keys(item).length > 0 ? unmarshall(item) : undefined;

/** DynamoDB Local. */
export const sendToLocal =
  (client: DynamoDBDocumentClient): Send =>
  async ({ operation, input }) => {
    const Command = commands[operation] as unknown as new (input: object) => never;
    try {
      const { $metadata: _, ...answer } = (await client.send(new Command(input))) as Record<string, unknown>;
      return { answer };
    } catch (error) {
      const { name } = error as Error;
      if (error instanceof ConditionalCheckFailedException)
        return { refused: name, items: [shown(error.Item as never)] };
      if (!(error instanceof TransactionCanceledException)) return { refused: name };
      const reasons = error.CancellationReasons ?? [];
      return canceled(reasons.map(({ Code = '', Item }) => ({ Code, Item: shown(Item as never) })));
    }
  };

type Refusal = Error & { item?: Item | undefined; reasons?: { Code: string; Item?: Item }[] };

/**
 * A canceled transaction. Where a write of it cannot be done, DynamoDB cancels it, and DynamoDB Local refuses it as one that is wrong
 * in itself, at times.
 */
const canceled = (reasons: readonly { Code: string; Item?: unknown }[]): Answered => {
  if (reasons.some(({ Code }) => Code === 'ValidationError')) return { refused: 'ValidationException' };
  return {
    refused: 'TransactionCanceledException',
    reasons: reasons.map(({ Code }) => Code),
    items: reasons.map(({ Item }) => Item),
  };
};

const refusalOf = (name: string, more: object): Error => Object.assign(new Error(name), { name, ...more });

/** The database of the simulation, all of whose reads see everything. */
export const sendToSimulated = (): Send => {
  let now = 0;
  const time: DatabaseTime = {
    get now() {
      return now;
    },
    random: () => 1,
    draw: () => 0,
    after: (_delayMs, run) => {
      queueMicrotask(run);
      return () => {};
    },
  };
  const plans = (['Core', 'Ledger', 'Tokens'] as const).map((table) => tablePlan(table));
  const database = new Database(plans, time, {
    conditionFailed: (item) => refusalOf('ConditionalCheckFailedException', { item }),
    conflict: () => refusalOf('TransactionConflictException', {}),
    canceled: (reasons) => refusalOf('TransactionCanceledException', { reasons }),
  });
  return async ({ operation, input }) => {
    now += 10;
    try {
      const answer = await answerDatabase(database, { operation, input, isPartial: false }, time);
      return { answer: (answer ?? {}) as Record<string, unknown> };
    } catch (error) {
      const { name, item, reasons } = error as Refusal;
      if (name === 'ConditionalCheckFailedException') return { refused: name, items: [item] };
      return reasons ? canceled(reasons) : { refused: name };
    }
  };
};

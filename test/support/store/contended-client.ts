import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  PutCommand,
  TransactWriteCommand,
  UpdateCommand,
  type DynamoDBDocumentClient,
} from '@aws-sdk/lib-dynamodb';
import { durations, type Counted } from './contended-store.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Target {
  TableName?: string | undefined;
  Item?: Record<string, unknown> | undefined;
  Key?: Record<string, unknown> | undefined;
}

const keyOf = ({ TableName, Item, Key }: Target = {}): string => {
  const { pk, sk } = Item ?? Key ?? {};
  return JSON.stringify([TableName, pk, sk]);
};

const itemsOf = (command: object): string[] | undefined => {
  if (command instanceof TransactWriteCommand)
    return (command.input.TransactItems ?? []).map(({ Put, Update, ConditionCheck, Delete }) =>
      keyOf(Put ?? Update ?? ConditionCheck ?? Delete),
    );
  return command instanceof PutCommand || command instanceof UpdateCommand
    ? [keyOf(command.input)]
    : undefined;
};

/** The refusal that DynamoDB sends for the items that another transaction holds. */
const refusalOf = (items: readonly string[], held: ReadonlySet<string>): Error => {
  const $metadata = {};
  if (items.length === 1) return new TransactionConflictException({ $metadata, message: 'in the way' });
  const CancellationReasons = items.map((item) => ({
    Code: held.has(item) ? 'TransactionConflict' : 'None',
  }));
  return new TransactionCanceledException({ $metadata, message: 'in the way', CancellationReasons });
};

/**
 * A client of DynamoDB Local, which never refuses a transaction for another one, that does so as DynamoDB does: each call
 * lasts as long as there, in virtual time, and a transaction holds its items meanwhile.
 */
export const contendedClient = (
  client: DynamoDBDocumentClient,
  time: VirtualTime,
): { client: DynamoDBDocumentClient; counted: Counted } => {
  const counted: Counted = { writes: 0, collisions: 0, reads: 0 };
  const held = new Set<string>();
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]): Promise<unknown> => {
    const items = itemsOf(command);
    if (!items) {
      counted.reads += 1;
      await time.sleep(durations.readMs);
      return time.stop(() => client.send(command));
    }
    counted.writes += 1;
    if (items.some((item) => held.has(item))) {
      counted.collisions += 1;
      const refusal = refusalOf(items, held);
      await time.sleep(durations.refusalMs);
      throw refusal;
    }
    for (const item of items) held.add(item);
    try {
      await time.sleep(items.length > 1 ? durations.transactionMs : durations.writeMs);
      return await time.stop(() => client.send(command));
    } finally {
      for (const item of items) held.delete(item);
    }
  };
  return { client: { send } as never, counted };
};

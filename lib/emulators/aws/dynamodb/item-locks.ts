import { ServiceError } from '../protocol/aws-json.ts';
import type { TablePlan } from '../template/cloud-plan.ts';

type Attributes = Record<string, unknown>;
type Target = { TableName?: string; Key?: Attributes; Item?: Attributes };

const single = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

/**
 * Locks the items of transactions under way. DynamoDB refuses a second transaction on an item with
 * TransactionConflict; DynamoDB Local makes it wait.
 */
export const openItemLocks = (tables: readonly TablePlan[]) => {
  const keysOf = new Map(tables.map((table) => [table.name, table.keys.map((key) => key.name)]));
  const held = new Set<string>();

  const identify = ({ TableName = '', Key, Item }: Target): string => {
    const source = Key ?? Item ?? {};
    return JSON.stringify([TableName, (keysOf.get(TableName) ?? []).map((name) => source[name])]);
  };

  const transaction = (items: Record<string, Target>[]) => {
    const identities = items.map((item) => identify(Object.values(item)[0] ?? {}));
    const inConflict = identities.map((item) => held.has(item));
    if (inConflict.includes(true)) throw transactionCanceledByConflict(inConflict);
    return identities;
  };

  return {
    /**
     * Locks the items of a transaction until the returned function is called.
     * @throws ServiceError when another transaction has locked one of them.
     */
    enter: (operation: string, body: Buffer): (() => void) => {
      if (!operation.startsWith('Transact') && !single.has(operation)) return () => {};
      const input = parsed(body);
      if (single.has(operation)) {
        if (held.size > 0 && held.has(identify(input))) {
          throw new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item');
        }
        return () => {};
      }
      const items = transaction(Array.isArray(input.TransactItems) ? input.TransactItems : []);
      if (operation !== 'TransactWriteItems') return () => {};
      for (const item of items) held.add(item);
      return () => {
        for (const item of items) held.delete(item);
      };
    },
  };
};

const parsed = (body: Buffer): Target & { TransactItems?: Record<string, Target>[] } => {
  try {
    return JSON.parse(body.toString('utf8')) as Target;
  } catch {
    return {};
  }
};

export const transactionCanceledByConflict = (inConflict: readonly boolean[]): ServiceError => {
  const codes = inConflict.map((conflict) => (conflict ? 'TransactionConflict' : 'None'));
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`,
    {
      status: 400,
      members: {
        CancellationReasons: codes.map((Code) =>
          Code === 'None' ? { Code } : { Code, Message: 'Transaction is ongoing for the item' },
        ),
      },
    },
  );
};

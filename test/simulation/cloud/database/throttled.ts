import { TransactionCanceledException } from '../sdk/sdk.ts';
import { refusal } from './limits.ts';

/** A call of the client of the database. */
interface DatabaseCall {
  operation: string;
  input?: unknown;
}

/** The reasons for which DynamoDB cancels a transaction that it has no capacity for. */
const reasons = ['ThrottlingError', 'ProvisionedThroughputExceeded'] as const;

/** The refusal of a call that is too much at the moment: of a transaction for one of its items. */
export const throttledCall = ({ operation, input }: DatabaseCall, draw: (below: number) => number): Error => {
  if (operation !== 'TransactWrite')
    return refusal('ProvisionedThroughputExceededException', 'too many requests');
  const { TransactItems } = input as { TransactItems: readonly unknown[] };
  const at = draw(TransactItems.length);
  const Code = reasons[draw(reasons.length)] ?? reasons[0];
  const CancellationReasons = TransactItems.map((_item, index) => ({ Code: index === at ? Code : 'None' }));
  return new TransactionCanceledException({ CancellationReasons });
};

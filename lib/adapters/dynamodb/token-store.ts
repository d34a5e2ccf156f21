import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Token } from '@scangate/domain/records';
import type { TokenStore } from '#ports/token-store.ts';
import type { DynamoContext } from './commit.ts';
import { fromItem } from './items.ts';
import { keyOf } from './record-layouts.ts';

type TokenContext = Pick<DynamoContext, 'client' | 'tableName'>;

const update = async (
  context: TokenContext,
  tokenHash: string,
  { set, condition, values }: { set: string; condition: string; values: Record<string, unknown> },
) => {
  const { table, key } = keyOf('token', { tokenHash });
  try {
    const answer = await context.client.send(
      new UpdateCommand({
        TableName: context.tableName(table),
        Key: key,
        UpdateExpression: set,
        ConditionExpression: condition,
        ExpressionAttributeNames: {
          '#pk': 'pk',
          '#window': 'rateWindow',
          '#count': 'rateCount',
          '#used': 'lastUsedAt',
        },
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    );
    return { token: fromItem('token', answer.Attributes ?? {}) };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return { exists: error.Item !== undefined };
    throw error;
  }
};

const counted = (token: Token) => ({ token, requests: token.rateCount ?? 1 });

/** Counts with one update within a window, and with a second one for the first request of a new window. */
export const dynamoTokenStore = (context: TokenContext): TokenStore => ({
  async countRequest(tokenHash, window, now) {
    const values = { ':window': window, ':one': 1, ':now': now };
    const sameWindow = {
      set: 'SET #count = #count + :one, #used = :now',
      condition: 'attribute_exists(#pk) AND #window = :window',
      values,
    };
    const running = await update(context, tokenHash, sameWindow);
    if (running.token) return counted(running.token);
    if (!running.exists) return undefined;
    const first = await update(context, tokenHash, {
      set: 'SET #count = :one, #window = :window, #used = :now',
      condition: 'attribute_exists(#pk) AND (attribute_not_exists(#window) OR #window <> :window)',
      values,
    });
    if (first.token) return counted(first.token);
    // Another request opened the window meanwhile.
    const second = await update(context, tokenHash, sameWindow);
    return second.token && counted(second.token);
  },
});

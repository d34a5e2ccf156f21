import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Token } from '@scangate/domain/records';
import type { TokenStore } from '#ports/token-store.ts';
import type { DynamoContext } from './commit.ts';
import { fromItem } from './items.ts';
import { keyOf } from './record-layouts.ts';

type Place = Pick<DynamoContext, 'client' | 'tableName'>;

const update = async (
  place: Place,
  tokenHash: string,
  values: Record<string, unknown>,
  expressions: [string, string],
) => {
  const { table, key } = keyOf('token', { tokenHash });
  const [set, condition] = expressions;
  try {
    const answer = await place.client.send(
      new UpdateCommand({
        TableName: place.tableName(table),
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

/** One update in the running window; a second one only for the first request of a new window. */
export const dynamoTokenStore = (place: Place): TokenStore => ({
  async countRequest(tokenHash, window, now) {
    const values = { ':window': window, ':one': 1, ':now': now };
    const running = await update(place, tokenHash, values, [
      'SET #count = #count + :one, #used = :now',
      'attribute_exists(#pk) AND #window = :window',
    ]);
    if (running.token) return counted(running.token);
    if (!running.exists) return undefined;
    const fresh = await update(place, tokenHash, values, [
      'SET #count = :one, #window = :window, #used = :now',
      'attribute_exists(#pk) AND (attribute_not_exists(#window) OR #window <> :window)',
    ]);
    if (fresh.token) return counted(fresh.token);
    const late = await update(place, tokenHash, values, [
      'SET #count = #count + :one, #used = :now',
      'attribute_exists(#pk) AND #window = :window',
    ]);
    return late.token && counted(late.token);
  },
});

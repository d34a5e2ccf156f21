import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { rateWindow } from '@scangate/domain/rate-limit';
import type { CountedRequest, TokenStore } from '#ports/identity/token-store.ts';
import type { DynamoContext } from './commit-transaction.ts';
import { fromItem, ttlOf, type Item } from './items.ts';
import { keyOf } from './record-layouts.ts';

type TokenContext = Pick<DynamoContext, 'client' | 'tableName'>;

/**
 * The counts of a credential rotate through this many attributes, one per minute; a request removes all but its own.
 * A count is only left from an earlier round when the last request was a multiple of 61 minutes ago. The number is a
 * prime, so that no pipeline runs at such intervals.
 */
const ringSize = 61;
/** An attribute holds the minute times this, plus the count. */
const countRoom = 1_000_000;

const attributeOf = (window: number): string => `r${window % ringSize}`;
const ring = Array.from({ length: ringSize }, (_, slot) => attributeOf(slot));

/** Sends an update of a token. Undefined when its condition does not hold. */
const update = async (
  context: TokenContext,
  tokenHash: string,
  { expression, condition, values }: { expression: string; condition: string; values: Item },
): Promise<Item | undefined> => {
  const { table, key } = keyOf('token', { tokenHash });
  try {
    const answer = await context.client.send(
      new UpdateCommand({
        TableName: context.tableName(table),
        Key: key,
        UpdateExpression: expression,
        ConditionExpression: condition,
        ...(expression.includes('#session') && { ExpressionAttributeNames: { '#session': 'session' } }),
        ExpressionAttributeValues: values,
        ReturnValues: 'ALL_NEW',
      }),
    );
    return answer.Attributes;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
};

/** Counts by one update that works whatever the stored minute is. */
const count = (context: TokenContext, { tokenHash, kind, extends: isUse, now }: CountedRequest) => {
  const window = rateWindow(now);
  const attribute = attributeOf(window);
  const isSession = kind === 'session';
  const others = ring.filter((name) => name !== attribute);
  const sets = [
    `${attribute} = if_not_exists(${attribute}, :base) + :one`,
    'lastUsedAt = :at',
    ...(isSession && isUse ? ['idleUntil = :now + #session.idleSeconds'] : []),
  ];
  return update(context, tokenHash, {
    expression: `SET ${sets.join(', ')} REMOVE ${others.join(', ')}`,
    // The database checks the earlier expiry, so that nothing revives a session.
    condition: `attribute_exists(pk)${isSession ? ' AND idleUntil > :now' : ''}`,
    values: {
      ':base': window * countRoom,
      ':one': 1,
      ':at': now.toISOString(),
      ...(isSession && { ':now': Math.floor(now.getTime() / 1000) }),
    },
  });
};

/** Restarts the count of a minute if an earlier round left one. */
const restart = (context: TokenContext, tokenHash: string, window: number): Promise<unknown> =>
  update(context, tokenHash, {
    expression: `SET ${attributeOf(window)} = :first`,
    condition: `attribute_exists(pk) AND ${attributeOf(window)} < :first`,
    values: { ':first': window * countRoom + 1 },
  });

export const dynamoTokenStore = (context: TokenContext): TokenStore => ({
  async countRequest(request) {
    const item = await count(context, request);
    if (!item) return undefined;
    const window = rateWindow(request.now);
    const requests = Number(item[attributeOf(window)]) - window * countRoom;
    if (requests < 1) await restart(context, request.tokenHash, window);
    return { token: fromItem('token', item), requests: Math.max(1, requests) };
  },

  async countOrganization(minute) {
    const { organizationId, requests, expiresAt } = minute;
    const { table, key } = keyOf('rateMinute', { organizationId, minute: minute.minute });
    await context.client.send(
      new UpdateCommand({
        TableName: context.tableName(table),
        Key: key,
        UpdateExpression: 'ADD requests :requests SET expiresAt = :at, #ttl = :ttl',
        ExpressionAttributeNames: { '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':requests': requests,
          ':at': expiresAt,
          ':ttl': ttlOf('rateMinute', minute),
        },
      }),
    );
  },
});

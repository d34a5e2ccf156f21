import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AnyRecord, OrganizationRows } from '#ports/offboarding/organization-rows.ts';
import type { DynamoContext } from '../commit-transaction.ts';
import { fromItem, type Item } from '../items.ts';
import { recordOfRow } from './record-of-row.ts';

const recordOf = (item: Item): AnyRecord => {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const record = recordOfRow('Core', key);
  if (!record) throw new Error(`no record has rows like ${key.sk.split('#', 1)[0] ?? ''}`);
  return { record, item: fromItem(record, item) } as AnyRecord;
};

export const dynamoOrganizationRows = ({
  client,
  tableName,
}: Pick<DynamoContext, 'client' | 'tableName'>): OrganizationRows => ({
  async read(owner, position) {
    const pk = 'accountId' in owner ? `ACCOUNT#${owner.accountId}` : `ORG#${owner.organizationId}`;
    const answer = await client.send(
      new QueryCommand({
        TableName: tableName('Core'),
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ...(position !== undefined && { ExclusiveStartKey: { pk, sk: position } }),
      }),
    );
    const next = answer.LastEvaluatedKey?.['sk'] as string | undefined;
    return {
      records: (answer.Items ?? []).map(recordOf),
      ...(next !== undefined && { position: next }),
    };
  },
});

import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AnyRecord, OrganizationRows } from '#ports/offboarding/organization-rows.ts';
import type { DynamoContext } from '../commit-transaction.ts';
import { fromItem, type Item } from '../items.ts';
import { organizationPartitions } from '../organization-partitions.ts';
import { recordOfRow } from './record-of-row.ts';

const recordOf = (item: Item): AnyRecord => {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const record = recordOfRow('Core', key);
  if (!record) throw new Error(`no record has rows like ${key.sk.split('#', 1)[0] ?? ''}`);
  return { record, item: fromItem(record, item) } as AnyRecord;
};

type RowsContext = Pick<DynamoContext, 'client' | 'tableName'>;
type RowsPage = Awaited<ReturnType<OrganizationRows['read']>>;

/** The partitions of an organization are small, if it is: a page has at least so many rows where there are more. */
const rowsOfPage = 500;

const readPartition = async (
  pk: string,
  after: string | undefined,
  { client, tableName }: RowsContext,
): Promise<RowsPage> => {
  const answer = await client.send(
    new QueryCommand({
      TableName: tableName('Core'),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ...(after !== undefined && { ExclusiveStartKey: { pk, sk: after } }),
    }),
  );
  const position = answer.LastEvaluatedKey?.['sk'] as string | undefined;
  return { records: (answer.Items ?? []).map(recordOf), ...(position !== undefined && { position }) };
};

/** A position is the number of a partition and, within it, the last sort key that was read. */
const placeOf = (position: string): { index: number; after?: string } => {
  const [index = '', ...after] = position.split(' ');
  return { index: Number(index), ...(after.length > 0 && { after: after.join(' ') }) };
};

export const dynamoOrganizationRows = (context: RowsContext): OrganizationRows => ({
  async read(owner, position) {
    const partitions =
      'accountId' in owner ? [`ACCOUNT#${owner.accountId}`] : organizationPartitions(owner.organizationId);
    const start = placeOf(position ?? '0');
    const records: AnyRecord[] = [];
    for (let { index, after } = start; index < partitions.length; index++) {
      if (records.length >= rowsOfPage) return { records, position: String(index) };
      const page = await readPartition(partitions[index] ?? '', after, context);
      records.push(...page.records);
      if (page.position !== undefined) return { records, position: `${index} ${page.position}` };
      after = undefined;
    }
    return { records };
  },
});

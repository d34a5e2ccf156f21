import type { TablePlan } from '@scangate/emulator-aws/template/cloud-plan';
import { tables, type TableName } from '#ports/tables.ts';

const key = (name: string, type: 'HASH' | 'RANGE') => ({ name, type });

/** Makes the plan of a table with its keys and indexes, under any name. */
export const tablePlan = (table: TableName, name: string = table): TablePlan => {
  const { sort, indexes } = tables[table];
  const indexKeys = Object.values(indexes).flatMap((index) => [index.partition, index.sort]);
  const attributes = new Set(['pk', ...(sort ? ['sk'] : []), ...indexKeys]);
  return {
    name,
    attributes: [...attributes].map((attribute) => ({ name: attribute, type: 'S' })),
    keys: [key('pk', 'HASH'), ...(sort ? [key('sk', 'RANGE')] : [])],
    indexes: Object.entries(indexes).map(([indexName, index]) => ({
      name: indexName,
      keys: [key(index.partition, 'HASH'), key(index.sort, 'RANGE')],
      projection: { ProjectionType: index.projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
    })),
  };
};

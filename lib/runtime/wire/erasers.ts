import { STSClient } from '@aws-sdk/client-sts';
import { assumedErasers } from '#adapters/dynamodb/leaving/assume-eraser.ts';
import { areaPrefixes } from '#contract/blob-areas.ts';
import type { TableName } from '#ports/tables.ts';
import { env } from '../env.ts';

const variables = { Core: 'CORE_TABLE', Ledger: 'LEDGER_TABLE', Tokens: 'TOKENS_TABLE' } as const;

export const wireErasers = () =>
  assumedErasers({
    sts: new STSClient(),
    roleArn: env('ERASER_ROLE_ARN'),
    tableName: (table: TableName) => env(variables[table]),
    bucket: env('DATA_BUCKET'),
    prefixes: Object.values(areaPrefixes),
  });

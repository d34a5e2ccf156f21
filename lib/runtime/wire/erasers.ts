import { STSClient } from '@aws-sdk/client-sts';
import { assumedErasers } from '#adapters/dynamodb/offboarding/assume-eraser.ts';
import { areaPrefixes } from '#contract/blob-areas.ts';
import { env } from '../env.ts';
import { deployedTableName } from './store.ts';

export const wireErasers = () =>
  assumedErasers({
    sts: new STSClient(),
    roleArn: env('ERASER_ROLE_ARN'),
    tableName: deployedTableName,
    bucket: env('DATA_BUCKET'),
    prefixes: Object.values(areaPrefixes),
  });

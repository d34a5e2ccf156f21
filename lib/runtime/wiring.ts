import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { dynamoStore } from '../adapters/dynamodb/store.ts';
import { kmsOpener, kmsSealer } from '../adapters/kms/vault.ts';
import { lambdaArtifactCheck } from '../adapters/lambda/artifact-check.ts';
import { s3BlobReader, s3BlobRemover, s3BlobWriter, s3Objects, type S3Place } from '../adapters/s3/blobs.ts';
import { workflowStarter, workflowStopper } from '../adapters/step-functions/workflow.ts';
import { areas } from '../contract/needs.ts';
import type { Objects } from '../ports/blobs.ts';
import type { TableName } from '../ports/tables.ts';
import { env } from './env.ts';
import { random, sleep } from './ids.ts';

/** How each port is made from a function's environment. A handler names the ones it needs; bundling drops the others. */

const tableVariable = { Core: 'CORE_TABLE', Ledger: 'LEDGER_TABLE', Tokens: 'TOKENS_TABLE' } as const;

export const store = () =>
  dynamoStore({
    client: DynamoDBDocumentClient.from(new DynamoDBClient(), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    tableName: (table: TableName) => env(tableVariable[table]),
    random,
    sleep,
  });

/** The empty body's checksum must not be signed into a presigned PUT, so checksums only where required. */
const s3Place = (): S3Place => ({
  client: new S3Client({ requestChecksumCalculation: 'WHEN_REQUIRED' }),
  bucket: env('DATA_BUCKET'),
  prefixes: areas,
});

export const blobReader = () => s3BlobReader(s3Place());
export const blobWriter = () => s3BlobWriter(s3Place());
export const blobRemover = () => s3BlobRemover(s3Place());
export const objects = (): Objects => s3Objects(s3Place());

export const starter = () => workflowStarter(new SFNClient(), env('SCAN_WORKFLOW_ARN'));
export const stopper = () => workflowStopper(new SFNClient(), env('SCAN_WORKFLOW_ARN'));

export const sealer = () => kmsSealer(new KMSClient(), env('CREDENTIALS_KEY_ID'));
export const opener = () => kmsOpener(new KMSClient(), env('CREDENTIALS_KEY_ID'));

export const artifactCheck = () => lambdaArtifactCheck(new LambdaClient(), env('CHECK_ARTIFACT_FUNCTION'));

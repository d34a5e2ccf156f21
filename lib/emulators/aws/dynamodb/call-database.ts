import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Database } from './database-process.ts';

/** The place at which DynamoDB Local answers, and the caller whose tables it shows. */
export type DatabaseAddress = Pick<Database, 'url' | 'accessKeyId'>;

export const databaseHeaders = ({ accessKeyId }: Pick<Database, 'accessKeyId'>, operation: string) => ({
  'x-amz-target': `DynamoDB_20120810.${operation}`,
  'content-type': 'application/x-amz-json-1.0',
  authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=local`,
});

/**
 * Sends one operation to DynamoDB Local itself. Node would load the client behind `fetch` for it, which nothing else of
 * a start needs. @throws Error when nothing answers, or not in time.
 */
export const callDatabase = async (
  database: DatabaseAddress,
  { operation, input, timeoutMs = 60_000 }: { operation: string; input: object; timeoutMs?: number },
): Promise<{ status: number; body: string }> => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const headers = databaseHeaders(database, operation);
  const signal = AbortSignal.timeout(timeoutMs);
  request(database.url, { method: 'POST', headers, agent: false, signal }, (response) => {
    text(response).then((body) => resolve({ status: response.statusCode ?? 500, body }), reject);
  })
    .on('error', reject)
    .end(JSON.stringify(input));
  return promise;
};

import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { toServiceError, ServiceError, type ServiceContext } from '../protocol/aws-json.ts';
import { databaseHeaders } from './call-database.ts';
import type { Database } from './database-process.ts';
import { transactionCanceledByConflict, openItemLocks } from './item-locks.ts';
import { respond, listen, readBody, type LocalServer } from '@scangate/emulator-host/http-server';
import type { TablePlan } from '../template/cloud-plan.ts';
import type { FaultKind } from '@scangate/emulator-host/fault-injector';

const bodyLimitBytes = 20 * 1024 * 1024;

/**
 * Forwards requests to DynamoDB Local, from the moment on that it has started. It counts them, injects faults, and adds DynamoDB's
 * transaction conflicts.
 */
export const startDynamoDb = (
  starting: Database | Promise<Database>,
  tables: readonly TablePlan[],
  context: ServiceContext,
): Promise<LocalServer> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const conflicts = openItemLocks(tables);

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const operation =
      String(request.headers['x-amz-target'] ?? '')
        .split('.')
        .at(-1) ?? '';
    try {
      const body = await readBody(request, bodyLimitBytes);
      const fault = context.faults.intercept('dynamodb', operation, body.length);
      if (fault && fault !== 'timeout_after_success') throw injected(fault, operation, body);
      const release = conflicts.enter(operation, body);
      try {
        const database = await starting;
        const upstream = await forward({ database, agent, operation, body });
        if (fault) return void response.destroy();
        respond(response, upstream.status, { headers: upstream.headers, body: upstream.body });
      } finally {
        release();
      }
    } catch (error) {
      answerError(response, toServiceError(error, context.report));
    }
  };
  return listen(handle, context);
};

const answerError = (response: ServerResponse, { code, message, status, members: more }: ServiceError) =>
  respond(response, status, {
    headers: { 'content-type': 'application/x-amz-json-1.0' },
    body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, message, ...more }),
  });

const injected = (
  fault: Exclude<FaultKind, 'timeout_after_success'>,
  operation: string,
  body: Buffer,
): ServiceError => {
  if (fault === 'throttle') {
    return new ServiceError('ProvisionedThroughputExceededException', 'Throughput exceeded (injected)');
  }
  if (fault === 'error')
    return new ServiceError('InternalServerError', 'Internal failure (injected)', { status: 500 });
  if (!operation.startsWith('Transact')) {
    return new ServiceError('TransactionConflictException', 'Transaction is ongoing for the item (injected)');
  }
  const items = (JSON.parse(body.toString('utf8')) as { TransactItems?: unknown[] }).TransactItems ?? [];
  return transactionCanceledByConflict(items.map((_item, index) => index === 0));
};

interface Upstream {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const forward = async ({
  database,
  agent,
  operation,
  body,
}: {
  database: Database;
  agent: Agent;
  operation: string;
  body: Buffer;
}): Promise<Upstream> => {
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { ...databaseHeaders(database, operation), 'content-length': body.length };
    httpRequest(database.url, { method: 'POST', agent, headers }, resolve).on('error', reject).end(body);
  });
  const forwardedHeaders = ['content-type', 'x-amz-crc32', 'x-amzn-requestid'];
  const headers = Object.entries(received.headers).filter(([name]) => forwardedHeaders.includes(name));
  return {
    status: received.statusCode ?? 500,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    body: await readBody(received, bodyLimitBytes),
  };
};

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  respond,
  BodyTooLarge,
  RequestAborted,
  listen,
  readBody,
  type LocalServer,
} from '@scangate/emulator-host/http-server';
import type { FaultKind, ServiceName, FaultInjector } from '@scangate/emulator-host/fault-injector';

/** An error in the format of the emulated service. */
export class ServiceError extends Error {
  readonly code: string;
  readonly status: number;
  readonly members: Record<string, unknown>;

  constructor(
    code: string,
    message: string,
    { status = 400, members = {} }: { status?: number; members?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.status = status;
    this.members = members;
  }
}

export interface ServiceContext {
  faults: FaultInjector;
  now: () => number;
  /** Receives unexpected errors. */
  report: (error: unknown) => void;
}

export const injectedError = (kind: Exclude<FaultKind, 'timeout_after_success'>): ServiceError =>
  kind === 'throttle'
    ? new ServiceError('ThrottlingException', 'Rate exceeded (injected)')
    : new ServiceError('InternalServerError', 'Internal failure (injected)', { status: 500 });

type Input = Record<string, unknown>;
export type Operation = (input: Input) => Promise<object> | object;

/**
 * Serves the AWS JSON protocol, in which X-Amz-Target names the operation.
 * An unsupported operation is refused by name.
 */
export const serveAwsJson = (
  { service, version }: { service: ServiceName; version: '1.0' | '1.1' },
  operations: Readonly<Record<string, Operation>>,
  context: ServiceContext,
): Promise<LocalServer> => {
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = { 'content-type': `application/x-amz-json-${version}`, 'x-amzn-requestid': randomUUID() };
    try {
      const body = await readBody(request, 4 * 1024 * 1024);
      const name =
        String(request.headers['x-amz-target'] ?? '')
          .split('.')
          .at(-1) ?? '';
      const fault = context.faults.intercept(service, name, body.length);
      if (fault && fault !== 'timeout_after_success') throw injectedError(fault);
      const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
      if (!operation)
        throw new ServiceError('UnknownOperationException', `The local ${service} does not support ${name}.`);
      const output = await operation(inputOf(body));
      if (fault) return void response.destroy();
      respond(response, 200, { headers, body: JSON.stringify(output) });
    } catch (error) {
      const refusal = toServiceError(error, context.report);
      respond(response, refusal.status, {
        headers,
        body: JSON.stringify({ __type: refusal.code, message: refusal.message, ...refusal.members }),
      });
    }
  };
  return listen(handle, context);
};

const inputOf = (body: Buffer): Input => {
  try {
    const value: unknown = JSON.parse(body.toString('utf8') || '{}');
    if (typeof value === 'object' && value !== null) return value as Input;
  } catch {
    // Refused below, like any other value that is not an object.
  }
  throw new ServiceError('SerializationException', 'The body is not a JSON object.');
};

export const toServiceError = (error: unknown, report: (error: unknown) => void): ServiceError => {
  if (error instanceof ServiceError) return error;
  if (error instanceof RequestAborted)
    return new ServiceError('RequestTimeout', 'The request body did not arrive.');
  if (error instanceof BodyTooLarge)
    return new ServiceError('RequestEntityTooLarge', 'The request is too large.', { status: 413 });
  report(error);
  return new ServiceError('InternalFailure', 'The local service failed; see its log.', { status: 500 });
};

export const requiredText = (input: Input, name: string): string => {
  const value = input[name];
  if (typeof value !== 'string' || value === '')
    throw new ServiceError('ValidationException', `${name} is required.`);
  return value;
};

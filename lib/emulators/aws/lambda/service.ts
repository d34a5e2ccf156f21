import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toServiceError, ServiceError, type ServiceContext } from '../protocol/aws-json.ts';
import { payloadLimitBytes, type Functions } from './functions.ts';
import {
  BodyTooLarge,
  decodeSegment,
  listen,
  rawPath,
  readBody,
  respond,
  type LocalServer,
} from '@scangate/emulator-host/http-server';

const path = /^\/2015-03-31\/functions\/([^/]{1,400})\/invocations$/;

/** Serves Lambda's Invoke. Its calls are counted by function name, see `openFunctions`. */
export const startLambda = (functions: Functions, context: ServiceContext): Promise<LocalServer> => {
  const invoke = async (request: IncomingMessage, response: ServerResponse) => {
    const name = decodeSegment(path.exec(rawPath(request))?.[1] ?? '');
    const body = await readEvent(request);
    if (!name || request.method !== 'POST') {
      throw new ServiceError('UnknownOperationException', 'The local Lambda supports Invoke only.', {
        status: 501,
      });
    }
    const event = body.toString('utf8') || '{}';
    checkJson(event);
    const kind = request.headers['x-amz-invocation-type'] ?? 'RequestResponse';
    const answerHeaders = { 'content-type': 'application/json', 'x-amz-executed-version': '$LATEST' };
    if (kind === 'Event') {
      functions.invokeAsync(name, event);
      return respond(response, 202, { headers: answerHeaders });
    }
    if (kind !== 'RequestResponse')
      throw new ServiceError(
        'InvalidParameterValueException',
        `The local Lambda does not support the invocation type ${String(kind)}.`,
      );
    const outcome = await functions.invoke(name, event);
    const failed: Record<string, string> = outcome.failed ? { 'x-amz-function-error': 'Unhandled' } : {};
    respond(response, 200, { headers: { ...answerHeaders, ...failed }, body: outcome.payload });
  };

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('x-amzn-requestid', randomUUID());
    try {
      await invoke(request, response);
    } catch (error) {
      const refusal = toServiceError(error, context.report);
      const headers = { 'content-type': 'application/json', 'x-amzn-errortype': refusal.code };
      respond(response, refusal.status, {
        headers,
        body: JSON.stringify({ Type: 'User', Message: refusal.message }),
      });
    }
  };
  return listen(handle, context);
};

const readEvent = async (request: IncomingMessage): Promise<Buffer> => {
  try {
    return await readBody(request, payloadLimitBytes);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new ServiceError(
      'RequestTooLargeException',
      `Request must be smaller than ${payloadLimitBytes} bytes.`,
      { status: 413 },
    );
  }
};

const checkJson = (event: string): void => {
  try {
    JSON.parse(event);
  } catch {
    throw new ServiceError('InvalidRequestContentException', 'Could not parse request body into json.');
  }
};

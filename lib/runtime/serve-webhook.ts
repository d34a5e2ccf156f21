import type { APIGatewayProxyEvent } from 'aws-lambda';
import { Problem, Transient } from '@scangate/domain/problem';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import { headersOf } from './gateway-event.ts';
import { countAnswered } from './http/count-answered.ts';
import { now } from './clock.ts';
import { lazyPorts } from './lazy-ports.ts';
import { errorFields, log } from './log.ts';
import { toErrorResult, toLambdaResult, type LambdaResult, type ResponseContext } from './response.ts';
import { asTransient } from './transient-error.ts';

interface WebhookRequest {
  /** The body byte for byte, because the signature is over it. */
  body: string;
  signature: string | undefined;
  now: Date;
}

const bodyOf = (
  { body, isBase64Encoded }: Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>,
  limitBytes: number,
): string => {
  const bytes = Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > limitBytes)
    throw new Problem('body_too_large', {
      detail: `An event may have at most ${limitBytes} bytes.`,
      limitBytes,
      actualBytes: bytes.length,
    });
  return bytes.toString('utf8');
};

/**
 * A failure after the signature check is never the sender's fault: the sender repeats the event, and an alarm is
 * raised.
 */
const failureOf = (thrown: unknown, webhook: string, { requestId }: ResponseContext): Error => {
  const error = asTransient(thrown);
  if (error instanceof Transient) return error;
  log.error('an event could not be handled', { webhook, requestId, ...errorFields(error) });
  return new Problem('system_error');
};

/** The two steps of handling a request. */
interface WebhookHandler<Ports, Event> {
  /** Verifies the signature and reads the event. @throws Problem when the sender did not sign it. */
  read(request: WebhookRequest, ports: Ports): Promise<Event>;
  /**
   * Handles the event; events may be repeated and come in any order.
   * @returns fields for the log.
   */
  handle(event: Event, request: WebhookRequest, ports: Ports): Promise<object>;
}

/** Creates the Lambda of a webhook. It accesses no data before the signature is verified. */
export const serveWebhook = <const W extends WebhookSpec, Event>(
  spec: W,
  wiring: WiringOf<W['needs']>,
  { read, handle }: WebhookHandler<PortsOf<W['needs']>, Event>,
) => {
  const ports = lazyPorts<PortsOf<W['needs']>>(wiring);

  const respond = async (event: APIGatewayProxyEvent, context: ResponseContext): Promise<LambdaResult> => {
    const body = bodyOf(event, spec.bodyLimitBytes);
    const request = { body, signature: headersOf(event)[spec.signatureHeader.toLowerCase()], now: now() };
    const received = await read(request, ports());
    try {
      const handled = await handle(received, request, ports());
      log.info('handled', { webhook: spec.name, requestId: context.requestId, ...handled });
    } catch (error) {
      throw failureOf(error, spec.name, context);
    }
    return toLambdaResult({ status: 200, body: { received: true } }, context);
  };

  return async (event: APIGatewayProxyEvent): Promise<LambdaResult> => {
    const context: ResponseContext = { requestId: event.requestContext.requestId, path: event.path };
    try {
      return await respond(event, context);
    } catch (error) {
      const answer = toErrorResult(error, context);
      await countAnswered(context);
      return answer;
    }
  };
};

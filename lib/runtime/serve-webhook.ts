import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import type { WebhookSpec } from '#contract/webhook.ts';
import { Problem, Transient } from '@scangate/domain/problem';
import { toErrorResult, toLambdaResult, type ResponseContext, type LambdaResult } from './response.ts';
import { headersOf } from './gateway-event.ts';
import { now } from './ids.ts';
import { errorFields, log } from './log.ts';
import { asTransient } from './transient.ts';
import { lazyPorts } from './lazy-ports.ts';

/** A message as it came. */
export interface WebhookRequest {
  /** Every byte as it was sent: the signature is over it. */
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
      detail: `A message may have ${limitBytes} bytes.`,
      limitBytes,
      actualBytes: bytes.length,
    });
  return bytes.toString('utf8');
};

/** What goes wrong with a message of the real sender is ours, whatever it is: it is sent again, and an alarm rings. */
const failure = (thrown: unknown, webhook: string, { requestId }: ResponseContext): Error => {
  const error = asTransient(thrown);
  if (error instanceof Transient) return error;
  log.error('a message could not be heard', { webhook, requestId, ...errorFields(error) });
  return new Problem('system_error');
};

/**
 * The Lambda of a webhook. Nothing is read or written for a message before it is known who sent it.
 * @param read tells what a message says. @throws Problem for one that the sender did not send.
 * @param hear does what it calls for; as messages come again, and in any order, it must not mind either.
 */
export const serveWebhook = <const W extends WebhookSpec, Message>(
  spec: W,
  wiring: WiringOf<W['needs']>,
  read: (received: WebhookRequest, ports: PortsOf<W['needs']>) => Promise<Message>,
  hear: (message: Message, received: WebhookRequest, ports: PortsOf<W['needs']>) => Promise<object>,
) => {
  const ports = lazyPorts<PortsOf<W['needs']>>(wiring as never);

  const answer = async (event: APIGatewayProxyEvent, context: ResponseContext): Promise<LambdaResult> => {
    const body = bodyOf(event, spec.bodyLimitBytes);
    const received = { body, signature: headersOf(event)[spec.signatureHeader.toLowerCase()], now: now() };
    const message = await read(received, ports());
    try {
      const told = await hear(message, received, ports());
      log.info('heard', { webhook: spec.name, requestId: context.requestId, ...told });
    } catch (error) {
      throw failure(error, spec.name, context);
    }
    return toLambdaResult({ status: 200, body: { received: true } }, context);
  };

  return async (event: APIGatewayProxyEvent): Promise<LambdaResult> => {
    const context = { requestId: event.requestContext.requestId, path: event.path };
    try {
      return await answer(event, context);
    } catch (error) {
      return toErrorResult(error, context);
    }
  };
};

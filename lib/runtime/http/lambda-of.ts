import chain from '@middy/core';
import { executionModeStandard } from '@middy/core/Standard';
import { executionModeStreamifyResponse } from '@middy/core/StreamifyResponse';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { headersOf, requestIdOf } from '../gateway-event.ts';
import { countAnswered } from './count-answered.ts';
import { log } from '../log.ts';
import {
  toErrorResult,
  toLambdaResult,
  type HandlerResponse,
  type LambdaResult,
  type ResponseContext,
} from '../response.ts';

/** The steps of an endpoint, with its own kind of request. */
interface Steps<R> {
  /** Checks and parses a request. @throws Problem */
  read(event: APIGatewayProxyEvent, context: ResponseContext): R;
  /** The organization that is logged. */
  organizationOf(request: R): string | undefined;
  answer(request: R): Promise<HandlerResponse>;
  /** Called with an error before the response is sent. It never throws. */
  onError?(error: unknown, event: APIGatewayProxyEvent): Promise<void>;
}

interface Exchange<R> {
  context: ResponseContext;
  request?: R;
}

/** Browsers accept `text/html`; programs do not. */
const acceptsPages = (event: APIGatewayProxyEvent): boolean =>
  (headersOf(event)['accept'] ?? '').toLowerCase().includes('text/html');

/** Sends a problem as an HTML page. The code for it is loaded only for the few endpoints that people open directly. */
const showAsPage = async (context: ResponseContext): Promise<void> => {
  const { pageType, problemPage } = await import('./pages.ts');
  context.pageOf = { contentType: pageType, show: problemPage };
};

/** Creates the Lambda of an endpoint from its steps: request id, headers, the mapping of problems, and a log line. */
export const lambdaOf = <R>({ name, stream, access, page }: EndpointSpec, steps: Steps<R>) => {
  const exchanges = new WeakMap<object, Exchange<R>>();
  const exchangeOf = (event: APIGatewayProxyEvent): Exchange<R> => {
    const context = {
      requestId: requestIdOf(event),
      path: event.path,
      document: access === 'document',
    };
    const exchange = exchanges.get(event) ?? { context };
    exchanges.set(event, exchange);
    return exchange;
  };
  const logResponse = ({ context, request }: Exchange<R>, status: number | undefined): void =>
    log.info('answered', {
      requestId: context.requestId,
      endpoint: name,
      organizationId: request && steps.organizationOf(request),
      status,
      code: context.refused,
    });

  const executionMode = stream ? executionModeStreamifyResponse : executionModeStandard;
  return chain<APIGatewayProxyEvent, LambdaResult>({ executionMode })
    .before(({ event }) => {
      const exchange = exchangeOf(event);
      exchange.request = steps.read(event, exchange.context);
    })
    .after(({ event, response }) => logResponse(exchangeOf(event), response?.statusCode))
    .onError(async (failed) => {
      await steps.onError?.(failed.error, failed.event);
      const exchange = exchangeOf(failed.event);
      if (page && acceptsPages(failed.event)) await showAsPage(exchange.context);
      failed.response = toErrorResult(failed.error, exchange.context);
      await countAnswered(exchange.context);
      logResponse(exchange, failed.response.statusCode);
    })
    .handler((async (event: APIGatewayProxyEvent): Promise<LambdaResult> => {
      const { request, context } = exchangeOf(event);
      return toLambdaResult(await steps.answer(request as R), context);
    }) as never);
};

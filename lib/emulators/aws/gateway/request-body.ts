import type { IncomingMessage } from 'node:http';
import { gunzip, inflate } from 'node:zlib';
import { promisify } from 'node:util';
import { BodyTooLarge, readBody } from '@scangate/emulator-host/http-server';
import { GatewayError } from './gateway-response.ts';

/** API Gateway's limit, which holds for the encoded and for the decoded body. */
export const requestLimitBytes = 10_485_760;

const decoders: Record<string, ((body: Buffer) => Promise<Buffer>) | undefined> = {
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: requestLimitBytes }),
  deflate: (body) => promisify(inflate)(body, { maxOutputLength: requestLimitBytes }),
  identity: (body) => Promise.resolve(body),
};

/**
 * Reads the body of a request and decodes its Content-Encoding, as API Gateway does before a function sees it.
 * @throws GatewayError
 */
export const readRequestBody = async (request: IncomingMessage): Promise<Buffer> => {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  try {
    const body = await readBody(request, requestLimitBytes);
    if (!decode) throw new GatewayError('UNSUPPORTED_MEDIA_TYPE');
    return await decode(body);
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    const tooLarge =
      error instanceof BodyTooLarge || (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new GatewayError(tooLarge ? 'REQUEST_TOO_LARGE' : 'BAD_REQUEST_BODY');
  }
};

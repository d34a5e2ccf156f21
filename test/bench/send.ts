import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface HttpRequest {
  method: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Sends a request on its own connection, because measuring takes longer than idle connections are kept. */
export const send = (
  url: string,
  { method, headers = {}, body }: HttpRequest,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    request(url, { method, agent: false, headers: { ...headers, ...length } }, (response) => {
      const status = response.statusCode ?? 0;
      text(response).then((answer) => resolve({ status, text: answer }), reject);
    })
      .on('error', reject)
      .end(body);
  });

import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Figure } from '../figures.ts';

interface Received {
  bytes: number;
  text: string;
}

/** Asks as a browser does, for a compressed answer. */
const receive = (url: URL): Promise<Received> =>
  new Promise((resolve, reject) => {
    request(url, { agent: false, headers: { 'accept-encoding': 'gzip' } }, (response) => {
      const isCompressed = response.headers['content-encoding'] === 'gzip';
      buffer(response)
        .then((body) => resolve({ bytes: body.length, text: String(isCompressed ? gunzipSync(body) : body) }))
        .catch(reject);
    })
      .on('error', reject)
      .end();
  });

/** Counts the requests and the bytes of the reference of the API: its page, and what that names. */
export const referenceFigures = async (serviceUrl: string): Promise<Figure[]> => {
  const address = new URL('/docs', serviceUrl);
  const page = await receive(address);
  const named = [
    /<script src="([^"]+)"/g,
    /Redoc\.init\('([^']+)'/g,
    /<link rel="stylesheet" href="([^"]+)"/g,
  ];
  const paths = named.flatMap((pattern) => [...page.text.matchAll(pattern)].map(([, path = '']) => path));
  if (paths.length < 2) throw new Error('The page names neither its script nor its document.');
  const files = await Promise.all(paths.map((path) => receive(new URL(path, address))));
  const bytes = [page, ...files].reduce((sum, file) => sum + file.bytes, 0);
  const figure = { section: 'Clients: reference of the API', what: '/docs' };
  return [
    { ...figure, unit: 'requests', value: files.length + 1, limit: 4 },
    { ...figure, unit: 'bytes', value: bytes, limit: 500 * 1024 },
  ];
};

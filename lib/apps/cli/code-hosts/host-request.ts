import { isEncrypted } from '@scangate/client/encrypted-address';
import { HostFailure } from './code-host.ts';
import { textAt } from '../json-value.ts';

export interface HostRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body?: unknown;
}

export type CallHost = (request: HostRequest) => Promise<unknown>;

const timeoutMs = 30_000;
/** A page of a hundred long comments is smaller. */
const maxBytes = 16 * 1024 * 1024;
const maxDetail = 200;

/** The properties in which hosts describe an error. */
const detailPaths = ['message', 'error.message', 'error_description', 'error', 'errors.0.message'];

const detailOf = (json: unknown): string => {
  const found = detailPaths.map((path) => textAt(json, path)).find((text) => text !== '');
  return found === undefined ? '' : `: ${found.slice(0, maxDetail)}`;
};

const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
};

/**
 * Checks an address from a variable, and removes the slash at its end.
 * @throws HostFailure for one that would send the credential unencrypted to another machine.
 */
export const encryptedAddress = (variable: string, address: string): string => {
  const url = URL.parse(address);
  if (!url || !isEncrypted(url)) throw new HostFailure(`${variable} is not an https URL.`);
  return address.replace(/\/$/, '');
};

/** Reads a response up to its limit. @returns undefined for a longer one */
const textOf = async (answer: Response): Promise<string | undefined> => {
  const decoder = new TextDecoder();
  let text = '';
  let left = maxBytes;
  for await (const piece of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    left -= piece.length;
    if (left < 0) return undefined;
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
};

/** Sends requests to one host and follows no redirects, so that only this host gets the credential. */
export const hostCalls =
  (
    title: string,
    { fetch, headers }: { fetch: typeof globalThis.fetch; headers: Readonly<Record<string, string>> },
  ): CallHost =>
  async ({ method, url, body }) => {
    const { response, text } = await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        'User-Agent': 'scangate',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then(async (answer) => ({ response: answer, text: await textOf(answer) }))
      .catch(() => {
        throw new HostFailure(`${title} cannot be reached.`);
      });
    const json = text === undefined ? undefined : parsed(text);
    if (!response.ok) {
      const { status } = response;
      throw new HostFailure(`${title} answers ${status}${detailOf(json)}`, status);
    }
    if (json === undefined && method === 'GET') throw new HostFailure(`${title} did not answer with JSON.`);
    return json;
  };

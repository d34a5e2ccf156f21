import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { TLSSocket } from 'node:tls';
import {
  addressRule,
  checkedLookup,
  checkAddressLiteral,
  type AllowedAddresses,
  type ResolveHostname,
} from './permitted-address.ts';

/** The permitted addresses and the time limits of a connection. */
export interface HostRules {
  allowed: AllowedAddresses;
  /** Resolves host names, by default with the system's resolver. */
  resolve?: ResolveHostname | undefined;
  /** The time limit for establishing a connection, including its lookup and its handshake. */
  connectMs: number;
  /** The longest silence of a host. */
  idleMs?: number | undefined;
}

export interface HostRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  signal: AbortSignal;
  /** Keeps connections alive; without it, each request has its own. */
  agent?: Agent | undefined;
}

/** A connection that failed in a way for which Node has no code. */
class ConnectionFailed extends Error {
  readonly code: 'CONNECT_TIMEOUT' | 'HOST_SILENT' | 'HANDSHAKE_FAILED' | 'CLOSED';

  constructor(code: ConnectionFailed['code'], options?: ErrorOptions) {
    super(`the connection failed: ${code}`, options);
    this.code = code;
  }
}

let tell: (code: string) => void = () => undefined;

/** Reports each failed handshake where connections are wired, by its code: an operator wants to know of such hosts. */
export const onFailedHandshake = (told: (code: string) => void): void => void (tell = told);

/** Reports a failed handshake. @returns its error, with a code where Node has none. */
const handshakeFailure = (error: NodeJS.ErrnoException): Error => {
  const isCutOff = ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
  const failure = isCutOff ? new ConnectionFailed('HANDSHAKE_FAILED', { cause: error }) : error;
  tell(failure.code ?? 'UNKNOWN');
  return failure;
};

/** Calls back when the connection is established, and when its handshake begins. */
const watchSocket = (
  socket: TLSSocket,
  isTls: boolean,
  { onHandshake, onOpen }: { onHandshake: () => void; onOpen: () => void },
): void => {
  if (!socket.connecting) return onOpen();
  if (!isTls) return void socket.once('connect', onOpen);
  socket.once('connect', onHandshake);
  socket.once('secureConnect', onOpen);
};

/**
 * Sends a request and waits for the head of its response. It only connects to permitted addresses, which it checks
 * in the lookup of the connection itself.
 * @throws ForbiddenAddress, ConnectionFailed, the reason of the signal, or an error of Node.js with its code.
 */
export const openRequest = (
  url: URL,
  { method, headers, body, signal, agent }: HostRequest,
  { allowed, resolve, connectMs, idleMs }: HostRules,
): Promise<IncomingMessage> => {
  const isPermitted = addressRule(allowed, url.protocol);
  checkAddressLiteral(url, isPermitted);
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const isTls = url.protocol === 'https:';
  const outgoing = (isTls ? httpsRequest : httpRequest)(url, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    },
    // A connection of its own: nothing of one host is reused for another.
    agent: agent ?? false,
    lookup: checkedLookup(isPermitted, resolve),
    signal,
    minVersion: 'TLSv1.2',
  });
  let isInHandshake = false;
  const connecting = setTimeout(() => outgoing.destroy(new ConnectionFailed('CONNECT_TIMEOUT')), connectMs);
  if (idleMs !== undefined)
    outgoing.setTimeout(idleMs, () => outgoing.destroy(new ConnectionFailed('HOST_SILENT')));
  outgoing.once('socket', (socket) =>
    watchSocket(socket as TLSSocket, isTls, {
      onHandshake: () => (isInHandshake = true),
      onOpen: () => {
        isInHandshake = false;
        clearTimeout(connecting);
      },
    }),
  );
  outgoing.once('response', answered);
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    const isOwnError = error instanceof ConnectionFailed || signal.aborted;
    reject(isInHandshake && !isOwnError ? handshakeFailure(error) : error);
  });
  outgoing.once('close', () => reject(new ConnectionFailed('CLOSED')));
  outgoing.end(body);
  return promise.finally(() => clearTimeout(connecting));
};

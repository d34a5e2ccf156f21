import type { IncomingMessage } from 'node:http';

export interface HostRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
}

/** The connections of one operation. Its caller opens them, and decides which addresses are permitted. */
export interface HostConnections {
  /**
   * Sends a request and waits for the head of its response.
   * @throws an error with a `code`: `FORBIDDEN_ADDRESS` when no address of the host is permitted, otherwise Node's
   * own.
   */
  request(url: URL, request: HostRequest): Promise<IncomingMessage>;
  close(): void;
}

export type OpenConnections = () => HostConnections | Promise<HostConnections>;

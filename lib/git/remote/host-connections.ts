import type { IncomingMessage } from 'node:http';

export interface HostRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | undefined;
  signal: AbortSignal;
}

/** The connections of one operation. Whoever starts it opens them, and decides which addresses are permitted. */
export interface HostConnections {
  /**
   * Sends a request and waits for the head of its answer.
   * @throws an error with a `code`: `FORBIDDEN_ADDRESS` where no address of the host is permitted, else that of Node.
   */
  request(url: URL, request: HostRequest): Promise<IncomingMessage>;
  close(): void;
}

export type OpenConnections = () => HostConnections | Promise<HostConnections>;

/** A request as a receiver got it. */
export interface ReceivedRequest {
  at: number;
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** The addresses that organizations gave: webhooks that answer, fail for a while or never answer. */
export class Receivers {
  readonly received: ReceivedRequest[] = [];
  /** Decides the status of an answer. */
  statusOf: (url: string) => number = () => 200;

  /** Is called with each request. */
  onRequest: (request: ReceivedRequest) => void = () => {};

  answer(request: ReceivedRequest): Response {
    this.received.push(request);
    this.onRequest(request);
    return new Response('', { status: this.statusOf(request.url) });
  }
}

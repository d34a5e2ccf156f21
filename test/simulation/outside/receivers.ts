import { hourMs } from '@scangate/domain/instant';
import { chanceOf } from '../scheduler/thread.ts';

/** A request as a receiver got it. */
export interface ReceivedRequest {
  at: number;
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** The answers of a receiver for an hour, up to which share of all hours. */
const hours = [
  { upTo: 0.9, status: 200 },
  { upTo: 0.93, status: 500 },
  { upTo: 0.96, status: 503, retryAfter: '120' },
  { upTo: 0.98, status: 429, retryAfter: '30' },
  { upTo: 0.995, status: 400 },
  { upTo: 1, status: 410 },
] as const;

/** The addresses that organizations gave. Those that fail do so for an hour. */
export class Receivers {
  readonly received: ReceivedRequest[] = [];
  /** When an address last answered with an error. */
  readonly failedAt = new Map<string, number>();
  readonly #seed: number;
  readonly #fails: boolean;

  /** @param fails whether addresses fail at times. */
  constructor(seed: number, fails: boolean) {
    this.#seed = seed;
    this.#fails = fails;
  }

  #hourOf(url: string, at: number): (typeof hours)[number] {
    const drawn = this.#fails ? chanceOf(this.#seed, `${url} ${Math.floor(at / hourMs)}`)() : 0;
    return hours.find(({ upTo }) => drawn < upTo) ?? hours[0];
  }

  /** Is called with each request. */
  onRequest: (request: ReceivedRequest) => void = () => {};

  answer(request: ReceivedRequest): Response {
    this.onRequest(request);
    const { status, ...rest } = this.#hourOf(request.url, request.at);
    if (status === 200) this.received.push(request);
    else this.failedAt.set(request.url, request.at);
    const headers = 'retryAfter' in rest ? { 'Retry-After': rest.retryAfter } : {};
    return new Response('', { status, headers });
  }
}

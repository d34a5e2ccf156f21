import { usualQuota } from '#infra/account-concurrency.ts';
import { settingsSchema } from '#infra/settings.ts';
import type { VirtualTime } from '#test/support/store/virtual-time.ts';

/** Lambda runs no more executions for the function, or for the account, at this moment. */
export class TooManyRequests extends Error {
  override name = 'Lambda.TooManyRequestsException';
}

/** The executions of an account: those of functions with a reservation, and those that all other functions share. */
export class Executions {
  readonly #most: number;
  readonly #time: VirtualTime;
  #running = 0;
  throttled = 0;
  peak = 0;

  constructor(most: number, time: VirtualTime) {
    this.#most = most;
    this.#time = time;
  }

  /** @throws TooManyRequests at once when all executions are taken. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) {
      this.throttled += 1;
      await this.#time.sleep(5);
      throw new TooManyRequests();
    }
    this.#running += 1;
    this.peak = Math.max(this.peak, this.#running);
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}

/** The executions that are reserved for waits, and those that all other functions share. */
export interface AccountExecutions {
  waits: Executions;
  others: Executions;
}

/** An account with the usual quota, divided as a deployment without settings divides it. */
export const usualAccount = (time: VirtualTime): AccountExecutions => {
  const { waiterConcurrency } = settingsSchema.parse({});
  return {
    waits: new Executions(waiterConcurrency, time),
    others: new Executions(usualQuota - waiterConcurrency, time),
  };
};

/** The throttle of the API's stage, as it is configured: a bucket of tokens. */
export class StageThrottle {
  readonly #time: VirtualTime;
  readonly #settings = settingsSchema.parse({});
  #tokens = this.#settings.throttleBurst;
  #at = 0;
  refused = 0;

  constructor(time: VirtualTime) {
    this.#time = time;
  }

  /** @returns whether the request passes. */
  take(): boolean {
    const { throttleRate, throttleBurst } = this.#settings;
    const refilled = this.#tokens + ((this.#time.now - this.#at) * throttleRate) / 1_000;
    this.#tokens = Math.min(throttleBurst, refilled);
    this.#at = this.#time.now;
    if (this.#tokens < 1) {
      this.refused += 1;
      return false;
    }
    this.#tokens -= 1;
    return true;
  }
}

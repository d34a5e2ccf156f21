import { GitFailure } from '../git-failure.ts';

/** The cost of an entry besides its bytes, so that countless empty ones are limited as well. */
const entryCostBytes = 64;

/** Limits all bytes that are inflated and reconstructed, of one pack or of several. */
export class WorkBudget {
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  /** @throws GitFailure `too_large` beyond the limit. */
  spend(bytes: number): void {
    this.#bytesLeft -= bytes + entryCostBytes;
    if (this.#bytesLeft < 0)
      throw new GitFailure('too_large', 'The repository unpacks to more than the limit.');
  }
}

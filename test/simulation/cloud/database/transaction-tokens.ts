import { isDeepStrictEqual } from 'node:util';
import { refusal } from './limits.ts';

/** DynamoDB remembers a token for ten minutes after its transaction. */
const rememberedMs = 600_000;

interface Known {
  request: unknown;
  /** Absent while it is in progress. */
  doneAt?: number;
}

/** The transactions of the last minutes by their tokens: one that succeeded is not applied again. */
export class TransactionTokens {
  /** Those that ended are in the order of their ends. */
  readonly #known = new Map<string, Known>();

  #forgetBefore(now: number): void {
    for (const [token, { doneAt }] of this.#known) {
      if (doneAt === undefined) continue;
      if (doneAt > now - rememberedMs) return;
      this.#known.delete(token);
    }
  }

  /**
   * Applies a transaction unless it was applied with this token.
   * @throws the refusal of one that is in progress, and of a token that was used for another request.
   */
  async applyOnce(
    { token, request }: { token: string; request: unknown },
    time: { readonly now: number },
    apply: () => Promise<void>,
  ): Promise<void> {
    this.#forgetBefore(time.now);
    const known = this.#known.get(token);
    if (known) {
      if (!isDeepStrictEqual(known.request, request))
        throw refusal('IdempotentParameterMismatchException', 'the token belongs to another transaction');
      if (known.doneAt === undefined) throw inProgress();
      return;
    }
    this.#known.set(token, { request });
    try {
      await apply();
    } catch (error) {
      this.#known.delete(token);
      throw error;
    }
    this.#known.delete(token);
    this.#known.set(token, { request, doneAt: time.now });
  }
}

/** The refusal of a repeated transaction whose first request is in progress. */
export const inProgress = (): Error =>
  refusal('TransactionInProgressException', 'the transaction is in progress');

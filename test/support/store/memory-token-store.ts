import type { MemoryStore } from '#adapters/memory/store.ts';
import type { TokenStore } from '#ports/token-store.ts';
import { write } from '../world.ts';

/** A token store over a store in memory. `reads` counts its calls. */
export const memoryTokenStore = (store: MemoryStore): TokenStore & { reads: number } => ({
  reads: 0,
  async countRequest(tokenHash, window, now) {
    this.reads++;
    const found = await store.get('token', { tokenHash });
    if (!found) return undefined;
    const requests = found.rateWindow === window ? (found.rateCount ?? 0) + 1 : 1;
    const set = { rateWindow: window, rateCount: requests, lastUsedAt: now };
    await write(store, [{ change: 'update', record: 'token', id: { tokenHash }, set }]);
    return { token: { ...found, ...set }, requests };
  },
});

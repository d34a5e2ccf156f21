import type { MemoryStore } from '#adapters/memory/store.ts';
import { rateWindow } from '@scangate/domain/rate-limit';
import type { TokenStore } from '#ports/identity/token-store.ts';
import { write } from '../world.ts';

/** A token store over a store in memory. `reads` counts its calls. */
export const memoryTokenStore = (store: MemoryStore): TokenStore & { reads: number } => {
  const counts = new Map<string, number>();
  return {
    reads: 0,
    async countRequest({ tokenHash, kind, extends: isUse, now }) {
      this.reads++;
      const found = await store.get('token', { tokenHash });
      if (!found) return undefined;
      const seconds = Math.floor(now.getTime() / 1000);
      const isSession = kind === 'session';
      if (isSession && !(found.idleUntil !== undefined && found.idleUntil > seconds)) return undefined;
      const counted = `${tokenHash} ${rateWindow(now)}`;
      const requests = (counts.get(counted) ?? 0) + 1;
      counts.set(counted, requests);
      const set = {
        lastUsedAt: now.toISOString(),
        ...(isSession && isUse && { idleUntil: seconds + (found.session?.idleSeconds ?? 0) }),
      };
      await write(store, [{ change: 'update', record: 'token', id: { tokenHash }, set }]);
      return { token: { ...found, ...set }, requests };
    },
    async countOrganization(minute) {
      const id = { organizationId: minute.organizationId, minute: minute.minute };
      const found = await store.get('rateMinute', id);
      await write(store, [
        found
          ? { change: 'update', record: 'rateMinute', id, add: { requests: minute.requests } }
          : { change: 'insert', record: 'rateMinute', item: minute },
      ]);
    },
  };
};

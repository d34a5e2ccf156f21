import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/change';

/** Matches an e-mail address, and no package with its version. */
const address = /[^\s"'<>@/]+@(?:[a-z0-9-]+\.)+[a-z]{2,}\b/i;

/** Returns the address that an audit event holds anywhere. */
export const addressIn = (event: object): string | undefined => address.exec(JSON.stringify(event))?.[0];

const { commit } = MemoryStore.prototype;

/** Lets the store of every test refuse an audit event with an address. It runs before each file. */
export const refuseAddressesInEvents = (): void => {
  MemoryStore.prototype.commit = async function commitWithoutAddresses(
    this: MemoryStore,
    changes: readonly Change[],
  ) {
    for (const { record, ...change } of changes) {
      const found = record === 'auditEvent' ? addressIn(change) : undefined;
      if (found !== undefined) throw new Error(`an audit event holds the address ${found}`);
    }
    return Reflect.apply(commit, this, [changes]) as ReturnType<typeof commit>;
  };
};

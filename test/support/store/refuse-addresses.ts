import { MemoryStore } from '#adapters/memory/store.ts';
import type { Change } from '@scangate/domain/record-changes';

/** Matches an e-mail address, and no package with its version. */
const address = /[^\s"'<>@/]+@(?:[a-z0-9-]+\.)+[a-z]{2,}\b/i;

/** Returns the address that an event holds anywhere. */
export const addressIn = (event: object): string | undefined => address.exec(JSON.stringify(event))?.[0];

const names: ReadonlyMap<string, string> = new Map([
  ['auditEvent', 'an audit event'],
  ['storedEvent', 'an event'],
]);

const { commit } = MemoryStore.prototype;

/** Lets the store of every test refuse an audit event, and an event of the catalog, with an address. It runs before each file. */
export const refuseAddressesInEvents = (): void => {
  MemoryStore.prototype.commit = async function commitWithoutAddresses(
    this: MemoryStore,
    changes: readonly Change[],
  ) {
    for (const { record, ...change } of changes) {
      const name = names.get(record);
      const found = name === undefined ? undefined : addressIn(change);
      if (found !== undefined) throw new Error(`${name} holds the address ${found}`);
    }
    return Reflect.apply(commit, this, [changes]) as ReturnType<typeof commit>;
  };
};

import type { Ids } from '#ports/ids.ts';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { Log } from '#ports/log.ts';
import type { Store, StoreReader } from '#ports/store.ts';
import type { Timer } from '#ports/timer.ts';
import type { Senders } from './senders.ts';

type Reads = 'subscriber' | 'delivery' | 'storedEvent' | 'organization' | 'account';
type Writes = 'subscriber' | 'delivery' | 'organization' | 'mail' | 'auditEvent' | 'storedEvent';

export interface DeliveryPorts {
  store: Pick<StoreReader<Reads>, 'load' | 'get' | 'list' | 'listDue'> & Pick<Store<Writes>, 'commit'>;
  /** A kind without a sender waits for one. */
  senders: Partial<Senders>;
  deliveries: DeliveryStarter;
  clock: Timer & { now(): Date };
  /** Draws a number from 0 up to, but not including, 1. */
  random(): number;
  ids: Pick<Ids, 'uuid'>;
  log: Log;
}

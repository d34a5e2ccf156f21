import { deliver } from '#app/delivery/deliver.ts';
import type { DeliveryRequest } from '#ports/events/delivery-starter.ts';
import { now, sleep } from '#runtime/clock.ts';
import { random } from '#runtime/ids.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireDeliveryStarter, wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireLazyBlobReader } from '#runtime/wire/objects/lazy-blob-reader.ts';
import { wireOutbound } from '#runtime/wire/outbound.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSubscriberSecretOpener, wireVaultOpener } from '#runtime/wire/vault.ts';
import { spec } from './function.ts';
import { sendersWith } from './senders.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    deliveries: wireDeliveryStarter,
    eventDispatch: wireEventDispatch,
    subscriberSecrets: wireSubscriberSecretOpener,
    vault: wireVaultOpener,
    blobs: wireLazyBlobReader,
    outbound: () => wireOutbound(),
    publicAddress: wirePublicAddress,
  },
  (request: DeliveryRequest, ports, { ids }) =>
    deliver(request, { ...ports, senders: sendersWith(ports), clock: { now, sleep }, random, ids, log }),
);

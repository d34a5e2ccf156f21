import { deliver } from '#app/delivery/deliver.ts';
import type { DeliveryRequest } from '#ports/events/delivery-starter.ts';
import { now, sleep } from '#runtime/clock.ts';
import { random } from '#runtime/ids.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireLazyBlobReader } from '#runtime/wire/lazy/blobs.ts';
import { wireLazyDeliveryStarter, wireLazyEventDispatch } from '#runtime/wire/lazy/event-functions.ts';
import { wireLazyPublicAddress } from '#runtime/wire/lazy/public-address.ts';
import {
  wireLazySubscriberSecretDecrypter,
  wireLazyRepositorySecretDecrypter,
} from '#runtime/wire/lazy/secret-cipher.ts';
import { wireOutbound } from '#runtime/wire/hosts/outbound.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';
import { sendersWith } from './senders.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    deliveries: wireLazyDeliveryStarter,
    eventDispatch: wireLazyEventDispatch,
    subscriberSecrets: wireLazySubscriberSecretDecrypter,
    repositorySecrets: wireLazyRepositorySecretDecrypter,
    blobs: wireLazyBlobReader,
    outbound: () => wireOutbound(),
    publicAddress: wireLazyPublicAddress,
  },
  (request: DeliveryRequest, ports, { ids }) =>
    deliver(request, { ...ports, senders: sendersWith(ports), clock: { now, sleep }, random, ids, log }),
);

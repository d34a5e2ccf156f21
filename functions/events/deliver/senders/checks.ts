import { checkSender } from '#app/integrations/checks/check-sender.ts';
import type { EventSender } from '#ports/events/event-sender.ts';
import { elapsedMs, now } from '#runtime/clock.ts';
import { ids } from '#runtime/ids.ts';
import { log } from '#runtime/log.ts';
import { wireCheckWriters } from '#runtime/wire/providers.ts';
import type { SenderPorts } from '../senders.ts';

export const checksSender = async ({ store, blobs, repositorySecrets }: SenderPorts): Promise<EventSender> =>
  checkSender({
    store,
    blobs,
    repositorySecrets,
    checkWriters: await wireCheckWriters(),
    ids,
    log,
    clock: { now },
    elapsedMs,
  });

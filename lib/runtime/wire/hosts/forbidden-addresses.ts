import { onForbiddenAddress } from '#adapters/outbound/permitted-address.ts';
import { log } from '#runtime/log.ts';

/** Logs and counts connections to addresses that are not allowed; the address itself is not logged. */
export const watchForbiddenAddresses = (): void =>
  onForbiddenAddress(() => {
    log.warn('a connection to a forbidden address was refused');
    log.metric('ForbiddenAddresses', 1);
  });

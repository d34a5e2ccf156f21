import { onFailedHandshake } from '#adapters/outbound/open-request.ts';
import { log } from '#runtime/log.ts';

/** Logs and counts hosts whose certificate or protocol is refused, without their names. */
export const watchFailedHandshakes = (): void =>
  onFailedHandshake((code) => {
    log.warn('a TLS handshake failed', { code });
    log.metric('TlsFailures', 1);
  });

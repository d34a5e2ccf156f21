import type { Outbound, OutboundFetch } from '#ports/outbound.ts';
import { OutboundFailure } from '#ports/outbound.ts';
import { providerOrigins } from '#adapters/providers/provider-origins.ts';
import { currentSurroundings } from './surroundings.ts';

const post: OutboundFetch = async (url, { body, headers } = {}) => {
  const { boundary, receivers, tracker } = currentSurroundings();
  const { origin, pathname: path } = new URL(url);
  const isTracker = origin === providerOrigins.linear;
  const sent = { body: String(body ?? ''), headers: Object.fromEntries(new Headers(headers)) };
  const service = isTracker ? 'tracker' : 'receiver';
  try {
    return await boundary.call({ service, operation: 'POST', isWrite: true }, () =>
      isTracker
        ? tracker.answer({ ...sent, method: 'POST', path })
        : receivers.answer({ ...sent, at: Date.now(), url: String(url) }),
    );
  } catch (error) {
    throw new OutboundFailure('timed_out', { cause: error });
  }
};

/** Stands in for lib/runtime/wire/hosts/outbound.ts: every address is the tracker or a receiver of the world. */
export const wireOutbound = (): Outbound => ({
  fetch: () => post,
  check: async () => {},
  isPrivateHost: () => false,
});

import type { Outbound, OutboundFetch } from '#ports/outbound.ts';
import { OutboundFailure } from '#ports/outbound.ts';
import { currentSurroundings } from './surroundings.ts';
import { trackerKinds, trackers } from './trackers.ts';

const send: OutboundFetch = async (url, { method = 'POST', body, headers } = {}) => {
  const { boundary, receivers, tracker } = currentSurroundings();
  const { hostname, pathname: path, searchParams: query } = new URL(url);
  const kind = trackerKinds.find((one) => trackers[one].isAt(hostname));
  const sent = { body: String(body ?? ''), headers: Object.fromEntries(new Headers(headers)) };
  const call = {
    service: kind ? 'tracker' : 'receiver',
    operation: method === 'GET' ? 'GET' : 'POST',
    isWrite: method !== 'GET',
  };
  const answer = kind
    ? tracker.answers(kind, { ...sent, method, path, query })
    : () => receivers.answer({ ...sent, at: Date.now(), url: String(url) });
  try {
    return await boundary.call(call, answer);
  } catch (error) {
    throw new OutboundFailure('timed_out', { cause: error });
  }
};

/** Stands in for lib/runtime/wire/hosts/outbound.ts: every address is a tracker or a receiver of the world. */
export const wireOutbound = (): Outbound => ({
  fetch: () => send,
  check: async () => {},
  isPrivateHost: () => false,
});

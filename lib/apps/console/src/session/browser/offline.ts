import { ConnectionLost } from '@scangate/client';

/** Nothing was sent, because this machine has no network. */
export class Offline extends Error {
  constructor() {
    super('This machine has no network.');
    this.name = 'Offline';
  }
}

/**
 * Sends something while there is a network. When that goes, the attempt ends: whoever sent it hears so at once, and
 * nothing is sent by itself after the network is back.
 * @throws Offline before anything was sent, ConnectionLost when its outcome is not known.
 */
export const whileOnline = async <T>(attempt: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  if (!navigator.onLine) throw new Offline();
  const stop = new AbortController();
  const { promise: gone, reject } = Promise.withResolvers<never>();
  const onOffline = (): void => {
    reject(new ConnectionLost('The network went away before the answer came.'));
    // Not a lost connection: the client would try that again.
    stop.abort(new Offline());
  };
  window.addEventListener('offline', onOffline);
  try {
    return await Promise.race([attempt(stop.signal), gone]);
  } finally {
    window.removeEventListener('offline', onOffline);
  }
};

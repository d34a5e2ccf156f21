import { TokenRefused } from '@scangate/domain/identity/ci-trust/token-refused';
import { hourMs } from '@scangate/domain/instant';
import type { OutboundFetch } from '#ports/outbound.ts';
import { readKeySet, type PublicJwk } from './key-set.ts';

/** The keys of an issuer as fetched. */
interface KnownKeys {
  keys: PublicJwk[];
  fetchedAt: number;
}

/** The state of an issuer: the keys of the last successful fetch, and the time of the last request. */
interface Issuer {
  known?: KnownKeys;
  askedAt: number;
  asking?: Promise<void>;
}

const freshMs = 10 * 60_000;
const staleMs = hourMs;
/** An unknown key id must not cause a request every time. */
const againMs = 30_000;
/** An issuer that failed is tried again soon, but not for every JWT. */
const afterFailureMs = 5_000;
const maxIssuers = 50;

const json = async (fetch: OutboundFetch, url: string, signal: AbortSignal): Promise<unknown> => {
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal });
  if (response.status !== 200) throw new Error(`the issuer answered ${response.status}`);
  return response.json();
};

/**
 * Fetches the URL of the keys and the keys. The document must be that of this issuer (OpenID Connect Discovery 4.3).
 */
const fetchKeys = async (fetch: OutboundFetch, issuer: string, totalMs: number): Promise<PublicJwk[]> => {
  const signal = AbortSignal.timeout(totalMs);
  const base = issuer.replace(/\/$/, '');
  const document = await json(fetch, `${base}/.well-known/openid-configuration`, signal);
  const { issuer: named, jwks_uri: address } = (document ?? {}) as Record<string, unknown>;
  if (named !== issuer || typeof address !== 'string') throw new Error('the document is of another issuer');
  return readKeySet(await json(fetch, address, signal));
};

/** Caches the keys of issuers in the memory of the process. */
export class IssuerKeys {
  readonly #issuers = new Map<string, Issuer>();
  readonly #fetch: OutboundFetch;
  readonly #totalMs: number;

  /** @param totalMs the time limit for contacting an issuer, both documents together. */
  constructor(fetch: OutboundFetch, totalMs: number) {
    this.#fetch = fetch;
    this.#totalMs = totalMs;
  }

  /**
   * Returns the keys of an issuer, which are at most ten minutes old, or an hour while the issuer does not respond.
   * @param renew fetches again although they are fresh, at most once in 30 s.
   * @throws TokenRefused keys_unavailable
   */
  async keysOf(name: string, now: Date, { renew = false } = {}): Promise<PublicJwk[]> {
    const at = now.getTime();
    const issuer = this.#entry(name);
    const age = issuer.known ? at - issuer.known.fetchedAt : Infinity;
    const sinceAsked = at - issuer.askedAt;
    const isDue = age > freshMs ? sinceAsked >= afterFailureMs : renew && sinceAsked >= againMs;
    if (isDue) await this.#ask(name, issuer, at);
    else await issuer.asking;
    const { known } = issuer;
    if (!known || at - known.fetchedAt > staleMs) throw new TokenRefused('keys_unavailable');
    return known.keys;
  }

  /** Finds the entry of an issuer, and makes it the last to be evicted. */
  #entry(name: string): Issuer {
    const issuer = this.#issuers.get(name) ?? { askedAt: -Infinity };
    this.#issuers.delete(name);
    this.#issuers.set(name, issuer);
    const [oldest] = this.#issuers.keys();
    if (this.#issuers.size > maxIssuers && oldest !== undefined) this.#issuers.delete(oldest);
    return issuer;
  }

  /** Contacts an issuer once, for everybody who waits. A failure leaves the known keys. */
  async #ask(name: string, issuer: Issuer, at: number): Promise<void> {
    issuer.askedAt = at;
    issuer.asking = fetchKeys(this.#fetch, name, this.#totalMs).then(
      (keys) => void (issuer.known = { keys, fetchedAt: at }),
      () => {},
    );
    await issuer.asking;
  }
}

import { minuteMs } from '@scangate/domain/instant';

/** After that time a request whose answer was lost no longer changes anything. */
const lateMs = 5 * minuteMs;

/** The rules for sessions; never longer than without, so that whoever does not know them expects too much. */
export interface SessionRules {
  idleMinutes: number;
  absoluteHours: number;
}

/** Whether only sessions of an organization's own issuer pass, as far as its people can know. */
type Enforcement = 'enforced' | 'open' | 'unknown';

/** The own issuer of an organization, as its people know it. */
export class SignOn {
  readonly kind: 'oidc' | 'saml';
  readonly session: SessionRules | undefined;
  state: Enforcement = 'open';
  /** Since when the state is known. */
  since: number;
  /** The owners who need not sign in at the issuer. */
  breakGlass: readonly string[] = [];
  /** The changes whose end nobody knows, by their numbers, with when they began. */
  readonly #pending = new Map<number, number>();
  #changes = 0;

  constructor(kind: 'oidc' | 'saml', since: number, session?: SessionRules) {
    this.kind = kind;
    this.session = session;
    this.since = since;
  }

  /** Returns the rules that certainly hold for a session that begins now. */
  rulesAt(now: number): SessionRules | undefined {
    return this.state !== 'unknown' && now - this.since > lateMs ? this.session : undefined;
  }

  /** Notes that somebody begins to change it, so that nothing is certain. @returns the number of the change. */
  begin(now: number): number {
    this.state = 'unknown';
    this.#changes += 1;
    this.#pending.set(this.#changes, now);
    return this.#changes;
  }

  /** Notes the certain end of a change: of several at once nobody knows which was the last. */
  settle(change: number, now: number, breakGlass?: readonly string[]): void {
    this.#pending.delete(change);
    const isAlone = [...this.#pending.values()].every((begunAt) => now - begunAt > lateMs);
    if (change !== this.#changes || !isAlone) return;
    this.state = breakGlass ? 'enforced' : 'open';
    this.breakGlass = breakGlass ?? [];
    this.since = now;
  }

  /** Keeps what the tables have of it. @returns makes it as it was, for what restored tables have. */
  keep(): (now: number) => SignOn {
    const { kind, session, state, breakGlass } = this;
    return (now) => Object.assign(new SignOn(kind, now, session), { state, breakGlass });
  }
}

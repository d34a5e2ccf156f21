import { isSecret, tracesIn } from '../invariants/tenants/ownership.ts';
import { minuteMs } from '@scangate/domain/instant';
import type { Answered } from './api.ts';
import type { Organization, Person } from './organization.ts';

/** A rule that lets a CI exchange its tokens. */
export interface TrustRule {
  trustId: string;
  /** Whoever made it, for whom its tokens act. */
  person: Person;
  removedAt?: number;
}

/** A credential as whoever holds it knows it, with everything that it depends on. */
export interface Credential {
  readonly organization: Organization;
  /** The person that it acts for. */
  readonly person: Person;
  /** Of a session: the time without use that ends it, and when it ends however often it is used. */
  readonly session?: { idleMs: number; longest: number };
  /** Whether it is a session of the organization's own issuer. */
  readonly isOwn?: boolean;
  /** The rule that gave it. */
  readonly rule?: TrustRule;
  /** Whether it is the directory's, which acts for itself: whoever made it may leave. */
  readonly isDirectory?: boolean;
  /** It is refused from then on: it was revoked, has expired, or was idle for too long. */
  endsAt?: number;
}

/** Whether a secret has the form of a directory's. */
export const isOfDirectory = (secret: string): boolean => secret.startsWith('sgd_');

/** Clocks are wrong by up to a minute, both of whoever wrote an instant and of whoever compares it. */
export const clocksMs = 3 * minuteMs;

const earliest = (...instants: (number | undefined)[]): number | undefined => {
  const known = instants.filter((instant) => instant !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
};

/** When the cause of a credential ended, as far as its holder can know; undefined while it lasts. */
export const endOf = ({
  organization,
  person,
  rule,
  session,
  isDirectory,
  endsAt,
}: Credential): number | undefined => {
  const { closedAt, isRestoring } = organization;
  const closing = session || isRestoring ? undefined : closedAt;
  const removedAt = isDirectory ? undefined : person.removedAt;
  return earliest(endsAt, removedAt, rule?.removedAt, closing);
};

/** All credentials of a world, by their secrets, and what became of them. */
export class Credentials {
  readonly #known = new Map<string, Credential>();
  /** The people whose removal a restore has forgotten, and nobody has repeated yet. */
  readonly backAgain: { organization: Organization; person: Person }[] = [];

  own(secret: string, credential: Credential): void {
    this.#known.set(secret, credential);
  }

  /** Notes that nobody knows for whom a credential acts. */
  forget(secret: string): void {
    this.#known.delete(secret);
  }

  of(secret: string): Credential | undefined {
    return this.#known.get(secret);
  }

  /** Notes that a credential is refused from an instant on. */
  end(secret: string, at: number): void {
    const known = this.#known.get(secret);
    if (known) known.endsAt = Math.min(at, known.endsAt ?? Infinity);
  }

  /** The secrets of credentials that act for a person and have not ended. */
  heldBy(person: Person, now: number): string[] {
    return [...this.#known]
      .filter(([, each]) => each.person === person && !each.isDirectory && (endOf(each) ?? Infinity) > now)
      .map(([secret]) => secret);
  }

  /** Notes the secrets that an answer tells its caller, and that a session was used. */
  note({ secret, answer }: Pick<Answered, 'secret' | 'answer'>, now: number): void {
    const used = this.#known.get(secret);
    if (!used) return;
    const { session, endsAt = Infinity } = used;
    if (session && endsAt > now) used.endsAt = Math.min(session.longest, now + session.idleMs + clocksMs);
    if (answer.status !== 201) return;
    const { organization, person } = used;
    for (const trace of tracesIn(answer.text))
      if (isSecret(trace) && !this.#known.has(trace))
        this.own(trace, { organization, person, isDirectory: isOfDirectory(trace) });
  }

  /**
   * Keeps what the tables have that may be restored: people and their roles, and rules. The table of credentials is not
   * among them.
   */
  keep(organizations: readonly Organization[], now: () => number): () => void {
    const rules = new Set([...this.#known.values()].flatMap(({ rule }) => rule ?? []));
    const kept = [...rules].map((rule) => [rule, { ...rule }] as const);
    const people = organizations.map(
      (organization) =>
        [
          organization,
          organization.people.map((person) => [person, person.role, [...person.mayBe]] as const),
        ] as const,
    );
    const signOns = organizations.map(({ signOn }) => signOn?.keep());
    return () => {
      for (const [index, organization] of organizations.entries())
        organization.signOn = signOns[index]?.(now());
      for (const [rule, { removedAt }] of kept) {
        delete rule.removedAt;
        if (removedAt !== undefined) rule.removedAt = removedAt;
      }
      for (const [organization, before] of people) {
        // Whoever joined since is unknown again, and whoever was removed since is a member again.
        for (const person of organization.people) person.removedAt = now();
        for (const [person, role, mayBe] of before) {
          if (!organization.people.includes(person)) this.backAgain.push({ organization, person });
          delete person.removedAt;
          Object.assign(person, { role, mayBe: new Set(mayBe), settledAt: now() });
        }
        organization.people.splice(0, Infinity, ...before.map(([person]) => person));
      }
    };
  }
}

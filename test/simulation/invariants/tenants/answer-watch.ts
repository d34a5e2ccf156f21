import type { Answered } from '#test/simulation/actors/api.ts';
import type { Organization } from '#test/simulation/actors/organization.ts';
import type { Report } from '../violation.ts';
import { isSecret, tracesIn, type Ownership } from './ownership.ts';
import { foreignOwner } from './relations.ts';

interface AnswerWatchOptions {
  ownership: Ownership;
  /** Finds whose a credential is. */
  ownerOf: (secret: string) => Organization | undefined;
  report: Report;
}

/** Watches every answer: nothing in it belongs to an organization that the caller's has nothing to do with. */
export class AnswerWatch {
  readonly #options: AnswerWatchOptions;

  constructor(options: AnswerWatchOptions) {
    this.#options = options;
  }

  /** The organization that is answered: that of the credential, or the one that a request without any names, or whose link it opens. */
  #callerOf({ secret, call: { body } }: Answered): Organization | undefined {
    const { ownership, ownerOf } = this.#options;
    if (secret !== '') return ownerOf(secret);
    const { organizationId, link } = (body ?? {}) as { organizationId?: string; link?: string };
    return ownership.ownerOf(organizationId ?? link ?? '');
  }

  /** Nobody is served who names something of another organization. */
  #checkRequest(caller: Organization, { endpoint, answer }: Answered, asked: ReadonlySet<string>): void {
    if (answer.status >= 300) return;
    const { ownership, report } = this.#options;
    for (const trace of asked) {
      const owner = foreignOwner({ reader: caller, where: endpoint, trace }, ownership);
      if (!owner) continue;
      return report('tenant', `${endpoint} lets ${caller.taint} have what ${owner.taint} has: ${trace}`);
    }
  }

  check(answered: Answered): void {
    const { endpoint, answer, call } = answered;
    const { ownership, report } = this.#options;
    const caller = this.#callerOf(answered);
    if (!caller) return;
    const asked = tracesIn(JSON.stringify([call.params, call.query, call.body]));
    this.#checkRequest(caller, answered, asked);
    const headers = Object.values(answer.headers ?? {}).join('\n');
    for (const trace of tracesIn(`${headers}\n${answer.text}`)) {
      if (isSecret(trace)) ownership.note(trace, caller.organizationId);
      if (asked.has(trace)) continue;
      const owner = foreignOwner({ reader: caller, where: endpoint, trace }, ownership);
      if (owner) return report('tenant', `${endpoint} tells ${caller.taint} of ${owner.taint}: ${trace}`);
    }
  }
}

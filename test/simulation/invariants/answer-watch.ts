import type { Answered } from '../actors/api.ts';
import type { Organization } from '../actors/organization.ts';
import type { Report } from './violation.ts';

const taints = /taint\d+x/g;

/** Watches every answer: it has nothing of an organization that is neither the caller's nor related to it. */
export class AnswerWatch {
  readonly #report: Report;
  readonly #ownerOf = new Map<string, Organization>();

  constructor(report: Report) {
    this.#report = report;
  }

  /** Notes whose credential this is. */
  own(secret: string, organization: Organization): void {
    this.#ownerOf.set(secret, organization);
  }

  #permitted(owner: Organization, organizations: readonly Organization[]): Set<string> {
    const { taint, organizationId, parent } = owner;
    const related = organizations.filter(
      (other) => other.parent === organizationId || other.organizationId === parent,
    );
    return new Set([taint, ...related.map((other) => other.taint)]);
  }

  check({ endpoint, secret, answer }: Answered, organizations: readonly Organization[]): void {
    const owner = this.#ownerOf.get(secret);
    if (!owner || answer.text === '') return;
    const permitted = this.#permitted(owner, organizations);
    for (const [taint] of answer.text.matchAll(taints))
      if (!permitted.has(taint))
        return this.#report('tenant', `${endpoint} tells ${owner.taint} of ${taint}`);
  }
}

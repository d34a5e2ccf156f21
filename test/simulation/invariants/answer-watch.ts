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

  #isPermitted(taint: string, owner: Organization, organizations: readonly Organization[]): boolean {
    const { organizationId, parent } = owner;
    if (taint === owner.taint) return true;
    const other = organizations.find((one) => one.taint === taint);
    return other !== undefined && (other.parent === organizationId || other.organizationId === parent);
  }

  check({ endpoint, secret, answer }: Answered, organizations: readonly Organization[]): void {
    const owner = this.#ownerOf.get(secret);
    if (!owner || answer.text === '') return;
    for (const [taint] of answer.text.matchAll(taints))
      if (!this.#isPermitted(taint, owner, organizations))
        return this.#report('tenant', `${endpoint} tells ${owner.taint} of ${taint}`);
  }
}

import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import type { Answered } from '#test/simulation/actors/api.ts';
import { endOf, type Credentials } from '#test/simulation/actors/credentials.ts';
import type { Report } from '../violation.ts';

const specs = new Map<string, EndpointSpec>(endpoints.map((endpoint) => [endpoint.name, endpoint]));

/** Watches every answer: a credential does nothing after its cause has ended, and nothing that its person may not do. */
export class CredentialWatch {
  readonly #credentials: Credentials;
  readonly #report: Report;

  constructor(credentials: Credentials, report: Report) {
    this.#credentials = credentials;
    this.#report = report;
  }

  check({ endpoint, secret, beganAt, answer }: Answered): void {
    const { access, roles = [] } = specs.get(endpoint) ?? {};
    if (answer.status >= 300 || access !== undefined) return;
    const used = this.#credentials.of(secret);
    if (!used) return this.#report('credential', `${endpoint} was answered to a credential that nobody has`);
    const { person, organization } = used;
    const endedAt = endOf(used);
    if (endedAt !== undefined && beganAt >= endedAt)
      this.#report('credential', `${endpoint} was answered to a credential that had ended`);
    // The role may have changed while the request was under way.
    if (beganAt < person.settledAt || roles.some((role) => person.mayBe.has(role))) return;
    const is = [...person.mayBe].join(' or ');
    this.#report(
      'credential',
      `${endpoint} was answered to ${is} ${person.personId} of ${organization.taint}`,
    );
  }
}

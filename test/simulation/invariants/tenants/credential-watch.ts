import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { isScimEndpoint, type Answered } from '#test/simulation/actors/api.ts';
import { endOf, isOfDirectory, type Credentials } from '#test/simulation/actors/credentials.ts';
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

  /** A link is a credential of whoever has it, until it is revoked. */
  #checkLink({ endpoint, call, beganAt }: Answered): void {
    const { link = '' } = (call.body ?? {}) as { link?: string };
    const used = this.#credentials.of(link);
    if (!used) return this.#report('credential', `${endpoint} opened a link that nobody has`);
    if (used.endsAt !== undefined && beganAt >= used.endsAt)
      this.#report('credential', `${endpoint} opened a link that had ended`);
  }

  check(answered: Answered): void {
    const { endpoint, secret, beganAt, answer } = answered;
    const { access, roles = [] } = specs.get(endpoint) ?? {};
    if (answer.status >= 300) return;
    if (endpoint === 'open-shared') return this.#checkLink(answered);
    if (access !== undefined) return;
    const used = this.#credentials.of(secret);
    if (!used) return this.#report('credential', `${endpoint} was answered to a credential that nobody has`);
    const { person, organization } = used;
    const endedAt = endOf(used);
    if (endedAt !== undefined && beganAt >= endedAt)
      this.#report('credential', `${endpoint} was answered to a credential that had ended`);
    if (isOfDirectory(secret) !== isScimEndpoint(endpoint))
      this.#report('credential', `${endpoint} was answered to a credential that is not for it`);
    if (isScimEndpoint(endpoint)) return;
    // The role may have changed while the request was under way.
    if (beganAt < person.settledAt || roles.some((role) => person.mayBe.has(role))) return;
    const is = [...person.mayBe].join(' or ');
    this.#report(
      'credential',
      `${endpoint} was answered to ${is} ${person.personId} of ${organization.taint}`,
    );
  }
}

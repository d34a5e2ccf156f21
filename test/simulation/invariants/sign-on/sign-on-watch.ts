import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { minuteMs } from '@scangate/domain/instant';
import type { Answered } from '#test/simulation/actors/api.ts';
import type { Credentials } from '#test/simulation/actors/credentials.ts';
import type { Organization } from '#test/simulation/actors/organization.ts';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import type { Item } from '#test/simulation/cloud/database/values.ts';
import { assertionIn, type GivenAssertion } from '#test/simulation/outside/sign-on/saml-provider.ts';
import type { Report } from '../violation.ts';

const open = new Set(
  (endpoints as readonly EndpointSpec[]).flatMap(({ name, access }) => (access ? [name] : [])),
);

/** A sign-in that was decided before an enforcement may be stored for as long. */
const underWayMs = 3 * minuteMs;
const refusal = 'requires its single sign-on';

interface SignOnWatchOptions {
  credentials: Credentials;
  organizations: readonly Organization[];
  /** Everything that the SAML provider said. */
  given: ReadonlyMap<string, GivenAssertion>;
  /** The addresses of those who signed in by OpenID Connect, by their codes. */
  emails: ReadonlyMap<string, string>;
  /** Finds the organization of whom an address is. */
  markedBy: (text: string) => Organization | undefined;
  /** Whether the plan of an organization includes an own issuer: the end of a plan locks nobody out. */
  isEntitled: (organization: Organization) => boolean;
  report: Report;
}

/**
 * Watches sign-ins at the own issuers of organizations: while such an issuer is enforced, and the plan includes it, no session of
 * another way passes or begins, nobody is refused once it is lifted, and an issuer vouches for its own people alone, by an assertion that it gave, for
 * this organization, once.
 */
export class SignOnWatch {
  readonly #options: SignOnWatchOptions;
  /** The assertions by which somebody got in. */
  readonly #used = new Set<string>();

  constructor(options: SignOnWatchOptions) {
    this.#options = options;
  }

  /** Whether an owner is exempt, as long as they are one. */
  #isExempt({ signOn, people }: Organization, personId: string): boolean {
    if (!signOn?.breakGlass.includes(personId)) return false;
    return people.find((person) => person.personId === personId)?.mayBe.has('owner') ?? true;
  }

  #checkSession({ endpoint, secret, beganAt }: Answered): void {
    const { credentials, isEntitled, report } = this.#options;
    const used = credentials.of(secret);
    if (!used?.session || used.isOwn) return;
    const { organization, person } = used;
    const { signOn } = organization;
    if (signOn?.state !== 'enforced' || beganAt < signOn.since) return;
    if (this.#isExempt(organization, person.personId) || beganAt < person.settledAt) return;
    if (!isEntitled(organization)) return;
    report('sign-on', `${endpoint} was answered to ${person.email}, who did not sign in at the own issuer`);
  }

  #checkAssertion({ call: { params, form } }: Answered): void {
    const { given, markedBy, report } = this.#options;
    const id = assertionIn(form?.['SAMLResponse'] ?? '') ?? '';
    const assertion = given.get(id);
    if (!assertion || assertion.isForged)
      return report('assertion', `${id} lets somebody in, and nobody gave it`);
    const { organizationId, email } = assertion;
    if (organizationId !== params?.['organizationId'])
      report('assertion', `${id} is for ${organizationId}, and lets somebody in to another one`);
    if (markedBy(email)?.organizationId !== organizationId)
      report('assertion', `${id} lets ${email} in to ${organizationId}`);
    if (this.#used.has(id)) report('assertion', `${id} lets ${email} in twice`);
    this.#used.add(id);
  }

  /** The address that an issuer told by its code, and the organization whose own issuer it is. */
  #claimOf({ call: { query = {} } }: Answered) {
    const email = this.#options.emails.get(query['code'] ?? '') ?? '';
    const [, issuerOf = '-'] = (query['state'] ?? '').split('.');
    return { email, issuerOf, organization: this.#options.markedBy(email) };
  }

  #checkClaim(answered: Answered): void {
    const { email, issuerOf, organization } = this.#claimOf(answered);
    if (issuerOf !== '-' && organization?.organizationId !== issuerOf)
      this.#options.report('assertion', `the issuer of ${issuerOf} lets ${email} in`);
  }

  #checkRefusal(answered: Answered): void {
    if (!answered.answer.text.includes(refusal)) return;
    const { email, organization } = this.#claimOf(answered);
    const { signOn } = organization ?? {};
    const isOpen = signOn?.state === 'open' && answered.beganAt >= signOn.since;
    if (isOpen) this.#options.report('sign-on', `${email} is refused, and no issuer is enforced`);
  }

  onAnswer(answered: Answered): void {
    const { endpoint, answer, secret } = answered;
    if (endpoint === 'complete-sign-in' && answer.status >= 400) this.#checkRefusal(answered);
    if (answer.status >= 300) return;
    if (endpoint === 'complete-saml-sign-in') this.#checkAssertion(answered);
    if (endpoint === 'complete-sign-in') this.#checkClaim(answered);
    if (secret !== '' && !open.has(endpoint)) this.#checkSession(answered);
  }

  #checkStart({ organizationId, personId, session }: Item, now: number): void {
    const organization = this.#options.organizations.find((one) => one.organizationId === organizationId);
    const { issuerOf } = session as { issuerOf?: string };
    const { signOn } = organization ?? {};
    if (!organization || signOn?.state !== 'enforced' || now - signOn.since < underWayMs) return;
    if (issuerOf === organizationId || signOn.breakGlass.includes(String(personId))) return;
    if (!this.#options.isEntitled(organization)) return;
    this.#options.report('sign-on', `${String(personId)} of ${organization.taint} signs in by another way`);
  }

  onCommit(changes: readonly RowChange[], now: number): void {
    for (const { before, after } of changes)
      if (!before && after?.['kind'] === 'session') this.#checkStart(after, now);
  }
}

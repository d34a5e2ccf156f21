/** The response does not sign anyone in. The reason is for the audit log. */
export class SamlRefused extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`the SAML response is refused: ${reason}`, options);
    this.reason = reason;
  }
}

/** The facts that a response must match. */
export interface SamlExpectation {
  /** The entity ID of the identity provider. */
  entityId: string;
  /** The base64 of the DER of each certificate that may sign. */
  certificates: readonly string[];
  /** The entity ID of this service. */
  audience: string;
  /** The address that receives responses. */
  recipient: string;
  now: Date;
}

/** The content of a signed assertion. */
export interface SamlSubject {
  assertionId: string;
  /** The id of the request to which it responds. */
  inResponseTo: string;
  /** The assertion is invalid after this instant. */
  expiresAt: string;
  /** The NameID. */
  subject: string;
  email: string | undefined;
  signedInAt: string;
  amr: readonly string[];
  attributes: Readonly<Record<string, readonly string[]>>;
}

/** Reads SAML responses of identity providers (docs/adr/0072-saml.md). */
export interface SamlReader {
  /** @param response base64, as the POST binding carries it. @throws SamlRefused */
  read(response: string, expected: SamlExpectation): Promise<SamlSubject>;
}

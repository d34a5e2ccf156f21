export type ClaimValue = string | number | boolean | null | readonly string[];

/** The tokens of one CI service as data. Texts may name other claims in angle brackets, `<uuid>` or `<number>`. */
export interface CiShape {
  /** The vendor's page that documents the claims. */
  documentedAt: string;
  /** The path of the issuer below that of the provider, which may name claims. */
  issuerPath: string;
  /** Claims with an example of each, except for the times and `iss`. */
  claims: Readonly<Record<string, ClaimValue>>;
  lifetimeSeconds: number;
  /** Seconds from `nbf` to `iat`; absent where the tokens have no `nbf`. */
  notBeforeSeconds?: number;
}

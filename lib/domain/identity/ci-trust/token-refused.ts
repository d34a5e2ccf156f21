import { Problem } from '@scangate/domain/problem';

/** The reasons why a JWT is not acceptable, in the order in which they are checked. */
export const tokenReasons = [
  'too_large',
  'malformed',
  'algorithm',
  'issuer',
  'keys_unavailable',
  'key_unknown',
  'key_ambiguous',
  'key_weak',
  'signature',
  'times_missing',
  'expired',
  'not_yet_valid',
  'lives_too_long',
  'audience',
] as const;
export type TokenReason = (typeof tokenReasons)[number];

const details: Readonly<Record<TokenReason, string>> = {
  too_large: 'A JWT may have at most 16,384 bytes.',
  malformed: 'This is not a signed JWT of three parts, with a JSON object as header and as payload.',
  algorithm: 'The JWT must be signed with RS, PS or ES with 256, 384 or 512 bits, or with EdDSA.',
  issuer: 'No trust rule of the organization has this issuer.',
  keys_unavailable: 'The keys of the issuer could not be read.',
  key_unknown: 'The issuer has no key with the id that the JWT names.',
  key_ambiguous: 'The issuer has several keys with the id that the JWT names.',
  key_weak: 'The key of the issuer is not accepted: RSA keys need 2,048 to 8,192 bits.',
  signature: 'The signature is not from the issuer.',
  times_missing: 'The JWT needs a numeric expiry (`exp`).',
  expired: 'The JWT has expired.',
  not_yet_valid: 'The JWT is not valid yet.',
  lives_too_long: 'The JWT is valid for more than 24 hours.',
  audience: 'The JWT is for another audience.',
};

/** Thrown for a JWT that is not acceptable, whatever the rules trust. */
export class TokenRefused extends Error {
  readonly reason: TokenReason;

  constructor(reason: TokenReason) {
    super(`the JWT is refused: ${reason}`);
    this.name = 'TokenRefused';
    this.reason = reason;
  }

  get problem(): Problem {
    return new Problem('oidc_token_invalid', { detail: details[this.reason], reason: this.reason });
  }
}

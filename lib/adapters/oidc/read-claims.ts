import { SignInFailure, type SignInClaims } from '#ports/identity/sign-in.ts';

/** Longer texts are not a subject, address or group. */
const maxLength = 255;
const maxValues = 200;
const maxClaims = 100;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= maxLength && !/\p{Cc}/u.test(value);

/** One `@`, with something on both sides, and no white space. */
const addressPattern = /^[^\s@]{1,64}@[^\s@]{1,189}$/;

const textsOf = (value: unknown): string[] => [value].flat().filter(isText).slice(0, maxValues);

/** The first day of 2000 and of 2100, in seconds. */
const [earliest, latest] = [946_684_800, 4_102_444_800];

const instantOf = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' && seconds > earliest && seconds < latest
    ? new Date(Math.floor(seconds) * 1000).toISOString()
    : undefined;

/**
 * Reads the claims of an ID token. They are untrusted, whoever the issuer is: claims of another form are left out.
 * @throws SignInFailure without a subject.
 */
export const readClaims = (issuer: string, claims: object | undefined): SignInClaims => {
  const found = new Map(Object.entries(claims ?? {}));
  const subject = found.get('sub');
  if (!isText(subject)) throw new SignInFailure('the ID token has no subject');
  const email = found.get('email');
  const verified = found.get('email_verified');
  const isAddress = isText(email) && addressPattern.test(email);
  return {
    issuer,
    subject,
    email: isAddress ? email : undefined,
    // Some issuers state it as a string.
    emailVerified: isAddress && (verified === true || verified === 'true'),
    authTime: instantOf(found.get('auth_time')),
    amr: textsOf(found.get('amr')),
    claims: Object.fromEntries(
      [...found]
        .slice(0, maxClaims)
        .map(([name, value]) => [name, textsOf(typeof value === 'boolean' ? String(value) : value)] as const)
        .filter(([, values]) => values.length > 0),
    ),
  };
};

import type { Problem } from '@scangate/domain/problem';
import { fieldProblem } from '@scangate/domain/invalid-field';
import type { SsoSettings } from '@scangate/domain/records';
import type { Role } from '../roles.ts';
import { readSamlCertificate } from './saml-certificate.ts';

/** The sign-on settings that an owner requests. */
export interface SsoRequest {
  issuer:
    | { kind: 'oidc'; issuer: string; clientId: string; clientSecret?: string | undefined }
    | { kind: 'saml'; entityId: string; signInUrl: string; certificates: string[] };
  roles?: { claim: string; values: Record<string, Exclude<Role, 'owner'>> } | undefined;
  enforced?: { breakGlass: string[] } | undefined;
  session?:
    | {
        idleMinutes?: number | undefined;
        absoluteHours?: number | undefined;
        maxTokenDays?: number | undefined;
        requiredAmr?: string[] | undefined;
      }
    | undefined;
}

/** The refusal of settings, with the invalid field. */
export const ssoInvalid = (pointer: string, detail: string): Problem =>
  fieldProblem('sso_invalid', pointer, { detail });

/**
 * Issuers whose subjects may belong to any organization. Anybody with an account there could use an address that was
 * once theirs.
 */
const sharedIssuers: readonly string[] = [
  'accounts.google.com',
  'appleid.apple.com',
  'token.actions.githubusercontent.com',
  'www.facebook.com',
  'www.linkedin.com',
];
/** Microsoft tenants that stand for everybody. */
const sharedTenants = /^\/(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(?:\/|$)/i;

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Returns whether a text is an https URL without credentials or other hidden parts; http is only accepted for this
 * machine.
 */
const isEndpoint = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.includes(url.hostname));
};

const isShared = (issuer: string): boolean => {
  const { hostname = '', pathname = '' } = URL.parse(issuer) ?? {};
  return (
    sharedIssuers.includes(hostname) ||
    (hostname === 'login.microsoftonline.com' && sharedTenants.test(pathname))
  );
};

/** @throws Problem sso_invalid */
const requireOidcIssuer = (issuer: string): void => {
  if (!isEndpoint(issuer) || issuer.includes('?'))
    throw ssoInvalid('/issuer/issuer', 'An issuer is an https URL without query, fragment and credentials.');
  if (isShared(issuer))
    throw ssoInvalid(
      '/issuer/issuer',
      'Anybody can get an account at this issuer. Use your organization’s own issuer, or SAML.',
    );
};

type SamlRequest = Extract<SsoRequest['issuer'], { kind: 'saml' }>;

/** @throws Problem sso_invalid */
const samlIssuer = ({ entityId, signInUrl, certificates }: SamlRequest): SsoSettings['issuer'] => {
  if (!isEndpoint(signInUrl))
    throw ssoInvalid('/issuer/signInUrl', 'The sign-in URL is an https URL without credentials.');
  const read = certificates.map((certificate, index) => {
    const der = readSamlCertificate(certificate);
    if (der !== undefined) return der;
    throw ssoInvalid(
      `/issuer/certificates/${index}`,
      'A certificate is X.509 in PEM or base64, with an RSA key of at least 2,048 bits.',
    );
  });
  return { kind: 'saml', entityId, signInUrl, certificates: [...new Set(read)] };
};

/**
 * Returns the issuer to store. A secret that is omitted is kept for the same client of the same issuer.
 * @param sealed the secret of the request, sealed.
 * @throws Problem sso_invalid
 */
export const issuerToStore = (
  issuer: SsoRequest['issuer'],
  stored: SsoSettings['issuer'] | undefined,
  sealed: string | undefined,
): SsoSettings['issuer'] => {
  if (issuer.kind === 'saml') return samlIssuer(issuer);
  requireOidcIssuer(issuer.issuer);
  const isSame =
    stored?.kind === 'oidc' && stored.issuer === issuer.issuer && stored.clientId === issuer.clientId;
  const sealedSecret = sealed ?? (isSame ? stored.sealedSecret : '');
  if (sealedSecret === '') throw ssoInvalid('/issuer/clientSecret', 'A new client needs its secret.');
  return { kind: 'oidc', issuer: issuer.issuer, clientId: issuer.clientId, sealedSecret };
};

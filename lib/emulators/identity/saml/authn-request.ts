import { inflateRawSync } from 'node:zlib';
import { Extractor } from 'samlify';

/** A request for a sign-in by a service provider. */
export interface AuthnRequest {
  id: string;
  /** The entity ID of the service provider. */
  issuer: string;
  /** Address that receives the response. */
  acsUrl: string;
}

const longestRequestBytes = 64 * 1024;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Reads the text of a `SAMLRequest`, which the redirect binding deflates. */
const decoded = (parameter: string): string => {
  const bytes = Buffer.from(parameter, 'base64');
  if (bytes.subarray(0, 1).toString() === '<') return bytes.toString();
  return inflateRawSync(bytes, { maxOutputLength: longestRequestBytes }).toString();
};

const isOfThisMachine = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/**
 * Reads an AuthnRequest of the redirect or POST binding. Its signature is not verified, like at an identity provider
 * that was not configured to.
 * @returns undefined for anything that is not a request, or whose response would leave this machine.
 */
export const readAuthnRequest = (parameter: string): AuthnRequest | undefined => {
  try {
    const fields = Extractor.extract(decoded(parameter), Extractor.loginRequestFields);
    const request = fields.request as Record<string, unknown> | undefined;
    const id = text(request?.['id']);
    const issuer = text(fields.issuer);
    const acsUrl = text(request?.['assertionConsumerServiceUrl']);
    if (id === undefined || issuer === undefined || acsUrl === undefined) return undefined;
    return isOfThisMachine(acsUrl) ? { id, issuer, acsUrl } : undefined;
  } catch {
    return undefined;
  }
};

/** The name below a domain that holds the proof. */
export const proofLabel = '_scangate';
const proofPrefix = 'scangate-verification=';

/** DNS names have at most 253 characters, and the proof is one label below. */
const maxDomainLength = 253 - proofLabel.length - 1;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Returns the canonical form of a domain: ASCII (IDNA), lower case, without a trailing dot.
 * @returns undefined for anything but a domain of at least two labels.
 */
export const normalizeDomain = (text: string): string | undefined => {
  const given = text.endsWith('.') ? text.slice(0, -1) : text;
  if (given.length === 0 || given.length > maxDomainLength || /[\s/@:?#\\%[\]]/.test(given)) return undefined;
  // The URL parser turns a name into its ASCII form (UTS 46), and a number into an IP address.
  const domain = URL.parse(`http://${given}`)?.hostname ?? '';
  const labels = domain.split('.');
  const isDomain = labels.length >= 2 && labels.every((each) => label.test(each));
  return isDomain && domain.length <= maxDomainLength && !/^\d+$/.test(labels.at(-1) ?? '')
    ? domain
    : undefined;
};

/** Returns the domain of a mail address in canonical form; undefined for anything but an address. */
export const domainOfAddress = (email: string): string | undefined => {
  const at = email.lastIndexOf('@');
  return at < 1 ? undefined : normalizeDomain(email.slice(at + 1));
};

/** Returns the name at which a proof is looked up. */
export const proofName = (domain: string): string => `${proofLabel}.${domain}`;

/** The text that proves control of a domain. */
export const proofText = (verification: string): string => `${proofPrefix}${verification}`;

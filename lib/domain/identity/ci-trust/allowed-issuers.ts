/** The words of ALLOWED_ISSUERS: public hosts over https, and this machine, also over http. */
const allowedIssuerNames = ['https', 'loopback'] as const;
export type AllowedIssuers = ReadonlySet<(typeof allowedIssuerNames)[number]>;

/** Reads the comma-separated list of ALLOWED_ISSUERS. Empty means https only. @throws Error that names an unknown word. */
export const readAllowedIssuers = (list = ''): AllowedIssuers => {
  const words = list.split(',').filter((word) => word !== '');
  const names = words.map((word) => {
    const name = allowedIssuerNames.find((known) => known === word);
    if (!name) throw new Error(`ALLOWED_ISSUERS knows ${allowedIssuerNames.join(', ')}, but not "${word}"`);
    return name;
  });
  return new Set(names.length === 0 ? ['https'] : names);
};

/** Whether an issuer is on this machine. */
export const isLoopbackIssuer = (issuer: string): boolean =>
  URL.canParse(issuer) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);

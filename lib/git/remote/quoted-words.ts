const maxCharacters = 200;
/** The part of a response that is searched for a message; reading more would only cost time. */
export const quotedBytes = 2 * 1024;

/** Returns the forms in which a host may repeat a credential. */
export const formsOfSecret = ({ username, secret }: { username: string; secret: string }): string[] => {
  const pair = Buffer.from(`${username}:${secret}`);
  const forms = [
    secret,
    encodeURIComponent(secret),
    ...[pair, Buffer.from(secret)].flatMap((bytes) => [
      bytes.toString('base64').replace(/={1,2}$/, ''),
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]),
  ];
  return forms.filter((form) => form !== '');
};

/**
 * Quotes the message of a host: printable text without markup, cut to a sentence. A message that repeats the
 * credential is omitted entirely. @returns an empty string, or the quote after a colon.
 */
export const quotedWords = (text: string, secrets: readonly string[]): string => {
  if (secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase()))) return '';
  const words = text
    .replace(/<(?:script|style)[^<>]{0,200}>[^<]{0,2000}/gi, ' ')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/[\s\p{C}\p{Z}"]{1,1000}/gu, ' ')
    .trim();
  const quoted = [...words].slice(0, maxCharacters).join('');
  return quoted === '' ? '' : `: "${quoted}"`;
};

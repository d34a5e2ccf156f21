const maxCharacters = 200;
/** The part of an answer that is looked at for words; more would only cost time. */
export const quotedBytes = 2 * 1024;

/** Returns the forms of a credential that a host may repeat. */
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
 * Quotes a host: printable text without markup, cut to a sentence. Words that repeat the credential are left out as a
 * whole. @returns an empty text, or the quote after a colon.
 */
export const quotedWords = (text: string, secrets: readonly string[]): string => {
  if (secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase()))) return '';
  const words = text
    .replace(/<(?:script|style)[^<>]{0,200}>[^<]{0,2000}/gi, ' ')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/[\s\p{C}\p{Z}"]+/gu, ' ')
    .trim();
  const quoted = [...words].slice(0, maxCharacters).join('');
  return quoted === '' ? '' : `: "${quoted}"`;
};

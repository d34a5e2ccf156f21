/** This many equal characters give a secret away. */
const tellingLength = 6;

/** A reason may hold a secret only in part: cut at its end, or with other text attached. */
const overlaps = (word: string, secret: string): boolean => {
  for (let start = 0; start + tellingLength <= word.length; start += 1)
    if (secret.includes(word.slice(start, start + tellingLength))) return true;
  return false;
};

/** A name with a number at its end, such as a ticket: `PAY-1234`, `RFC6749`. */
const numberedName = /^[A-Za-z]+[-#_/.:]?\d{1,8}[.,;:)]*$/;

/** Returns whether a word looks like a token or a password that no rule found where the reason repeats it. */
const looksRandom = (word: string): boolean =>
  word.length >= 8 && /\d/.test(word) && /[A-Za-z]/.test(word) && !numberedName.test(word);

/** Cleans a reason for display: one line, without anything that may be a secret. */
export const redactReason = (reason: string, secrets: readonly string[]): string => {
  let clean = reason;
  for (const secret of secrets) clean = clean.replaceAll(secret, '…');
  const isTelling = (word: string): boolean =>
    (word.length >= 16 && /\d/.test(word)) ||
    looksRandom(word) ||
    secrets.some((secret) => overlaps(word, secret));
  return clean
    .split(/[\s\p{Cc}]/u)
    .filter((word) => word !== '')
    .map((word) => (isTelling(word) ? '…' : word))
    .join(' ');
};

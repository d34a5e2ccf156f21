const lookedBack = 200;
const identifier = /[A-Za-z_$][\w$-]{2,80}/g;
const word = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;

const sampleWords = new Set(['sample', 'example', 'dummy', 'fake', 'mock']);
const secretWords = new Set(['key', 'pem', 'secret', 'token', 'password', 'credential', 'credentials']);

/** Returns the end of the text before an offset: the begun line and the one before it. */
const namingText = (text: string, start: number): string => {
  const before = text.slice(Math.max(0, start - lookedBack), start);
  const lines = before.split(/[\r\n]+/);
  const own = lines.at(-1) ?? '';
  return /\w/.test(own) ? own : (lines.at(-2) ?? '');
};

/** Returns whether the value at an offset is assigned to a name like `sampleServerKey` or `DUMMY_TOKEN`. */
export const hasPlaceholderName = (text: string, start: number): boolean =>
  (namingText(text, start).match(identifier) ?? []).some((name) => {
    const words = (name.match(word) ?? []).map((each) => each.toLowerCase());
    return words.some((each) => sampleWords.has(each)) && words.some((each) => secretWords.has(each));
  });

/** An option of a requirements file, by its long name. */
interface PipOption {
  name: string;
  /** Empty for an option without a value. */
  value: string;
}

const shortNames: Readonly<Record<string, string>> = {
  r: 'requirement',
  c: 'constraint',
  e: 'editable',
  i: 'index-url',
  f: 'find-links',
  t: 'target',
  C: 'config-settings',
  p: 'python',
};
/** The options that say what is installed from where come first: pip takes any beginning that only one has. */
const withValue = [
  'requirement',
  'constraint',
  'editable',
  'index-url',
  'extra-index-url',
  'find-links',
  'trusted-host',
  'pypi-url',
  'no-binary',
  'only-binary',
  'use-feature',
  'hash',
  'global-option',
  'install-option',
  'config-settings',
];
const withoutValue = ['no-index', 'prefer-binary', 'require-hashes', 'pre'];
/** Options with a value that only calls of pip or uv have. */
const ofCalls =
  'target platform prefix root src cache-dir python python-version implementation abi progress-bar proxy timeout retries exists-action upgrade-strategy cert client-cert log report keyring-provider'.split(
    ' ',
  );
const names = [...withValue, ...withoutValue, ...ofCalls];
const takesValue: ReadonlySet<string> = new Set([...withValue, ...ofCalls]);

const longName = (stated: string): string | undefined => {
  const name = names.includes(stated) ? stated : names.find((each) => each.startsWith(stated));
  return name === 'pypi-url' ? 'index-url' : name;
};

const blanks = ' \t\r\n';

/** Returns whether a backslash stands for the sign after it: in double quotes only before a quote or another one. */
const isEscape = (quote: string, next: string): boolean =>
  quote === '' || (quote === '"' && (next === '"' || next === '\\'));

/** Splits a text into words, of which quotes and backslashes are no part, as a shell does. */
export const wordsOf = (text: string): string[] => {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === quote) quote = '';
    else if (sign === '\\' && isEscape(quote, text.charAt(at + 1))) {
      at += 1;
      word = (word ?? '') + text.charAt(at);
    } else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign;
      word ??= '';
    } else if (quote === '' && blanks.includes(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + sign;
  }
  return word === undefined ? words : [...words, word];
};

/** Reads the option that a word names, with the value that is joined to it. */
const optionAt = (word: string): { name: string; joined?: string } | undefined => {
  if (!word.startsWith('--')) {
    // Short options may share a word, of which only the last has a value: `-Ur list`.
    const at = word.startsWith('-') ? [...word].findIndex((sign) => Object.hasOwn(shortNames, sign)) : -1;
    const name = at === -1 ? undefined : shortNames[word.charAt(at)];
    const joined = word.slice(at + 1);
    return name === undefined ? undefined : { name, ...(joined !== '' && { joined }) };
  }
  const equal = word.indexOf('=');
  const name = longName(equal === -1 ? word.slice(2) : word.slice(2, equal));
  if (word.length < 3 || name === undefined) return undefined;
  return { name, ...(equal !== -1 && { joined: word.slice(equal + 1) }) };
};

/** Reads the options among the words of a call, and the words that are none. */
export const pipArguments = (words: readonly string[]): { options: PipOption[]; others: string[] } => {
  const options: PipOption[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const option = optionAt(word);
    if (!option) {
      if (!word.startsWith('-')) others.push(word);
      continue;
    }
    const { name, joined } = option;
    if (joined === undefined && takesValue.has(name)) at += 1;
    options.push({ name, value: joined ?? (takesValue.has(name) ? (words[at] ?? '') : '') });
  }
  return { options, others };
};

/**
 * Reads all options of a line that begins with one. As for pip, a line may have several, their names may be cut short, and values
 * may be quoted or joined to the name.
 */
export const pipOptions = (line: string): PipOption[] => pipArguments(wordsOf(line)).options;

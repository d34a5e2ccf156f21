/** Words that people write in place of a password: alone, combined, and with digits around. */
const sampleWords = `
  password passwd passphrase pass pwd pw secret token key api auth access credential private public
  client admin administrator root user username guest login owner test testing tester example sample
  demo dummy fake mock default change changed replace insert enter put your here this that me my some
  any new old super very strong long random value string text name foo bar baz qux abc abcd abcdef xyz
  qwerty qwertyuiop asdf letmein welcome hello world hunter monkey dragon todo fixme none null nil
  undefined true false empty blank redacted hidden masked postgres postgresql mysql mariadb mongo
  mongodb redis rabbitmq rabbit minio elastic sqlserver oracle tiger scott database local localhost
  dev develop development prod production staging stage lorem ipsum not real safe insecure unsafe
  passwort passord contrasena motdepasse wachtwoord senha parola haslo custom
  django rails app the is it a an of for in to with and x`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

const plainLetter: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const lettersOf = (text: string): string => text.replaceAll(/[^a-z]/g, '');

/** Strips digits and punctuation from both ends. */
const withoutEnds = (text: string): string => {
  let from = 0;
  let to = text.length;
  while (from < to && !/[a-z]/.test(text.charAt(from))) from += 1;
  while (to > from && !/[a-z]/.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
};

const known = new Set(sampleWords);
const startLength = 3;
const byStart = Map.groupBy(
  sampleWords.filter((word) => word.length >= startLength),
  (word) => word.slice(0, startLength),
);

/** Returns the words of three letters and more that occur, longest first: most texts have none of them. */
const wordsIn = (letters: string): string[] => {
  const found = new Set<string>();
  for (let at = 0; at <= letters.length - startLength; at++)
    for (const word of byStart.get(letters.slice(at, at + startLength)) ?? [])
      if (letters.startsWith(word, at)) found.add(word);
  return found.size === 0 ? [] : sampleWords.filter((word) => found.has(word));
};

/** Counts the letters that remain when every sample word is removed, longest first. */
const lettersBesideSamples = (letters: string): number => {
  let rest = letters;
  for (const word of wordsIn(letters)) rest = rest.replaceAll(word, ' ');
  for (const part of rest.split(' ')) if (known.has(part)) rest = rest.replace(part, '');
  return lettersOf(rest).length;
};

/** Returns whether a password is a typical sample: `changeme`, `p@ssw0rd`, `test1234`, `my-secret-key`. */
export const isPlaceholderValue = (value: string): boolean => {
  const folded = withoutEnds(value.toLowerCase().slice(0, 128));
  const plain = folded.replaceAll(/[013457@$!]/g, (char) => plainLetter[char] ?? char);
  return lettersBesideSamples(lettersOf(folded)) <= 1 || lettersBesideSamples(lettersOf(plain)) <= 1;
};

/** The file with arguments that Maven adds to every command line of a build. */
export const argumentsFile = '.mvn/maven.config';

const maxArguments = 1000;

/** The arguments that affect dependencies. */
export interface BuildArguments {
  properties: ReadonlyMap<string, string>;
  /** The profiles that are activated or deactivated, as written. */
  profiles: readonly string[];
  /** Arguments that are not interpreted, such as other files that they refer to. */
  unread: readonly string[];
}

type Option = 'define' | 'profiles' | 'file';

const options: ReadonlyMap<string, Option> = new Map([
  ['D', 'define'],
  ['define', 'define'],
  ['P', 'profiles'],
  ['activate-profiles', 'profiles'],
  ['s', 'file'],
  ['settings', 'file'],
  ['gs', 'file'],
  ['global-settings', 'file'],
  ['f', 'file'],
  ['file', 'file'],
]);
/** Options that begin like the short form of another option. */
const harmless = new Set(
  'fae ff fn fail-at-end fail-fast fail-never strict-checksums show-version'.split(' '),
);

/** Reads an option; Maven treats one or two hyphens alike. Its value may be the next word. */
const optionOf = (word: string): { option: Option; value?: string } | undefined => {
  if (!word.startsWith('-')) return undefined;
  const text = word.replace(/^--?/, '');
  const equals = text.indexOf('=');
  const name = equals === -1 ? text : text.slice(0, equals);
  const whole = options.get(name);
  if (whole) return { option: whole, ...(equals !== -1 && { value: text.slice(equals + 1) }) };
  const short = harmless.has(name) ? undefined : options.get(text.slice(0, 1));
  return short && { option: short, value: text.slice(1) };
};

/** Reads the argument file: its properties take precedence over those of poms. */
export const readBuildArguments = (text: string): BuildArguments => {
  const properties = new Map<string, string>();
  const profiles: string[] = [];
  const unread: string[] = [];
  const words = text
    .trim()
    .split(/\s+/, maxArguments + 1)
    .filter((word) => word !== '');
  if (words.length > maxArguments) unread.push(`more than ${maxArguments} words`);
  for (const [at, word] of words.entries()) {
    if (/["']/.test(word)) unread.push(word);
    const { option, value = words[at + 1] ?? '' } = optionOf(word) ?? {};
    if (option === 'profiles') profiles.push(value);
    else if (option === 'file') unread.push(word);
    else if (option === 'define') {
      const [name = ''] = value.split('=', 1);
      properties.set(name, value.includes('=') ? value.slice(name.length + 1) : 'true');
    }
  }
  return { properties, profiles, unread };
};

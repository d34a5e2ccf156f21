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

/** Core extensions, which may change everything about a build. */
export const extensionsFile = '.mvn/extensions.xml';

/** The file of arguments for the virtual machine that Maven runs in. */
export const machineFile = '.mvn/jvm.config';

/** Arguments that size, tune or open the virtual machine, and their values; poms do not see them. */
const harmlessToPoms =
  /^(?:-X(?:m[nsx]|ss|X:|log|share:)[^\s]{0,300}|-e[as]?|-d[as]?|-server|-client|--(?:add-(?:opens|exports|reads)|enable-native-access|sun-misc-unsafe-memory-access)(?:=[^\s]{0,300})?|[\w.]{1,100}\/[\w.]{1,200}=[\w.,-]{1,100}|-D(?:file\.encoding|(?:sun|jdk|java\.(?:awt|util|net|security))\.[\w.]{1,100}|user\.(?:language|country|timezone)|https?\.[\w.]{1,50})=[^\s]{0,300})$/;

/** Lists the arguments for the virtual machine that poms may see: properties, which also turn on profiles, agents and others. */
export const unreadMachineArguments = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(/\s+/))
    .filter((word) => word !== '' && !harmlessToPoms.test(word))
    .slice(0, maxArguments);

/** Lists lines with a property or a profile among other words: since Maven 3.9 a line is one argument, or a comment. */
const ambiguousLines = (text: string): string[] =>
  text.split('\n', maxArguments).flatMap((line) => {
    const words = line.trim().split(/\s+/);
    const decides = words.some((word) => ['define', 'profiles'].includes(optionOf(word)?.option ?? ''));
    return words.length > 1 && decides ? words.slice(0, 2).join(' ') : [];
  });

/** Reads the argument file: its properties take precedence over those of poms. */
export const readBuildArguments = (text: string): BuildArguments => {
  const properties = new Map<string, string>();
  const profiles: string[] = [];
  const unread: string[] = ambiguousLines(text);
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

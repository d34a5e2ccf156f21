import { parseJson, parseToml, tryParse } from '../parse/parse-document.ts';
import { asList, member, textsOf } from '../parse/untrusted-value.ts';
import { pipArguments, wordsOf } from './pip-options.ts';
import { parseRequirement, requirementRange } from './python-requirement.ts';
import { requirementLines } from './requirements-lines.ts';
import { linesOf } from '../parse/lines.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

const isComment = (line: string | undefined): boolean => line === '#' || line?.startsWith('# ') === true;

/**
 * Reads the dependencies of a script with inline metadata (PEP 723), one per line. The block ends with the last `# ///` of its
 * comment, because its texts may have others.
 * @throws UnreadableFile when it is not valid.
 */
const scriptRequirements = (text: string): string | undefined => {
  const lines = linesOf(text);
  const start = lines.indexOf('# /// script');
  if (start === -1) return undefined;
  let behind = start + 1;
  while (isComment(lines[behind])) behind += 1;
  const end = lines.slice(0, behind).lastIndexOf('# ///');
  if (end <= start) return undefined;
  const block = lines.slice(start + 1, end).map((line) => line.slice('# '.length));
  const metadata = tryParse(block.join('\n'), parseToml);
  if (!metadata) throw new UnreadableFile('its inline metadata is not valid TOML');
  const listed = textsOf(member(metadata, 'dependencies'));
  return listed.length > 0 ? `${listed.join('\n')}\n` : undefined;
};

/** Finds the files that a command names, by their paths in the unit; some commands take the manifests of projects, too. */
type FindFiles = (name: string, takesProjects: boolean) => readonly string[];

const digits = '0123456789.';

/** Returns whether a word calls pip, of any version and from any folder. */
const isPip = (word: string): boolean => {
  let end = word.length;
  while (end > 0 && digits.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end).endsWith('pip');
};

const ofIndex = new Set(['index-url', 'extra-index-url', 'find-links', 'trusted-host']);

/** Returns the lines of a requirements file that have the meaning of an option. */
const linesOfOption = (
  { name, value }: { name: string; value: string },
  findFiles: (name: string) => readonly string[],
): string[] => {
  if (value === '') return [];
  if (ofIndex.has(name)) return [`--${name} ${JSON.stringify(value)}`];
  if (name === 'editable') return parseRequirement(value)?.local === undefined ? [`-e ${value}`] : [];
  if (name !== 'requirement') return [];
  const files = value.includes('://') ? [value] : findFiles(value);
  return files.map((file) => `-r ${JSON.stringify(file)}`);
};

/** Returns whether an argument of pip is a package, or a variable that may be one. */
const isInstalled = (word: string): boolean =>
  (word.startsWith('$') || /^[A-Za-z0-9]/.test(word)) && parseRequirement(word)?.local === undefined;

/** Returns the packages that one command installs with pip by name, its requirements files and its indexes. */
const installedBy = (words: readonly string[], findFiles: FindFiles): string[] => {
  const at = words.findIndex(isPip);
  const install = at === -1 ? -1 : words.indexOf('install', at + 1);
  if (install === -1) return [];
  const isOfUv = words.slice(0, at).some((word) => word === 'uv' || word.endsWith('/uv'));
  const { options, others } = pipArguments([...words.slice(at + 1, install), ...words.slice(install + 1)]);
  return [
    ...options.flatMap((option) => linesOfOption(option, (name) => findFiles(name, isOfUv))),
    ...others.filter(isInstalled),
  ];
};

/** Returns the options that variables of the environment set: `PIP_INDEX_URL=…`, or `ENV PIP_INDEX_URL …`. */
const setByEnvironment = (words: readonly string[], findFiles: FindFiles): string[] =>
  words.flatMap((word, index) => {
    const prefix = ['PIP_', 'UV_'].find((each) => word.startsWith(each));
    if (prefix === undefined) return [];
    const at = word.indexOf('=');
    const name = (at === -1 ? word : word.slice(0, at)).slice(prefix.length);
    const stated = at === -1 ? (words[index + 1] ?? '') : word.slice(at + 1);
    return wordsOf(stated)
      .flatMap((value) => pipArguments([`--${name.toLowerCase().replaceAll('_', '-')}=${value}`]).options)
      .flatMap((option) => linesOfOption(option, (file) => findFiles(file, false)));
  });

const separators = new Set([';', '|', '&', '\n']);

/**
 * Puts blanks around the signs that end a command outside of quotes, and in place of those around a group.
 * What belongs to a redirection ends nothing: `2>&1`.
 */
const spaced = (text: string): string => {
  let quote = '';
  let result = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === quote) quote = '';
    else if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    if (sign === '\\' && quote !== "'") {
      result += text.slice(at, at + 2);
      at += 1;
    } else if (quote !== '') result += sign;
    else if (separators.has(sign) && text.charAt(at - 1) !== '>' && text.charAt(at + 1) !== '>')
      result += ` ${sign === '\n' ? ';' : sign} `;
    else result += '(){}`'.includes(sign) && text.charAt(at - 1) !== '$' ? ' ' : sign;
  }
  return result;
};

const maxDepth = 8;

/** Reads the commands among words, of which a quoted one may be commands in turn: `sh -c "pip install a"`. */
const readCommands = (words: readonly string[], findFiles: FindFiles, depth = 0): string[] => {
  const found: string[] = setByEnvironment(words, findFiles);
  let from = 0;
  for (let at = 0; at <= words.length; at += 1) {
    const word = words[at];
    if (word !== undefined && !separators.has(word)) {
      const isText = depth < maxDepth && [' ', '\t', '\n'].some((blank) => word.includes(blank));
      if (isText) found.push(...readCommands(wordsOf(spaced(word)), findFiles, depth + 1));
      continue;
    }
    found.push(...installedBy(words.slice(from, at), findFiles));
    from = at + 1;
  }
  return found;
};

const maxLists = 20;

/** Returns the words of a line, which may end with a list of them behind flags: `RUN --network=none ["pip", "install", "a"]`. */
const wordsOfLine = (line: string): string[] => {
  let at = line.indexOf('[');
  for (let tried = 0; at !== -1 && tried < maxLists; tried += 1) {
    const words = asList(member(tryParse(`{"words":${line.slice(at)}}`, parseJson), 'words'));
    if (words.length > 0) return words.map((word) => (typeof word === 'string' ? word : ''));
    at = line.indexOf('[', at + 1);
  }
  return wordsOf(spaced(line));
};

/** Returns the lines of a Dockerfile: continued ones are joined, over comments and empty lines between them. */
const linesOfDockerfile = (text: string): string[] =>
  linesOf(text)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line.endsWith('\\') || line.endsWith('`') ? `${line.slice(0, -1)} ` : `${line}\n`))
    .join('')
    .split('\n');

/**
 * Reads what the commands of a Dockerfile install with pip. They are looked for in every line, because any may be one of a
 * script (`RUN <<EOF`) or of an image that is built from this one (`ONBUILD`).
 */
const dockerRequirements = (text: string, findFiles: FindFiles): string | undefined => {
  const found = linesOfDockerfile(text).flatMap((line) => readCommands(wordsOfLine(line), findFiles));
  return found.length > 0 ? `${found.join('\n')}\n` : undefined;
};

const maxLines = 5000;

/** Returns the content of a text file that has the form of a requirements file under another name. */
const looseRequirements = (text: string): string | undefined => {
  const lines = requirementLines(text).map((line) => line.text.split(/\s--?[a-z]/, 1)[0] ?? '');
  const stated = lines.filter((line) => !line.startsWith('-'));
  if (stated.length === 0 || stated.length > maxLines) return undefined;
  const isForm = stated.every((line) => parseRequirement(line)?.ecosystem !== undefined);
  return isForm && stated.some((line) => requirementRange(line.split(';', 1)[0] ?? '') !== undefined)
    ? text
    : undefined;
};

/** Returns whether a text has nothing but options about where packages are taken from. */
export const hasOnlyIndexes = (requirements: string): boolean =>
  requirementLines(requirements).every(({ text }) => text.startsWith('--'));

/**
 * Returns the requirements in a script (PEP 723), in the commands of a Dockerfile or in a similar text file, as the
 * text of a requirements file; undefined if there are none.
 * @throws UnreadableFile when they cannot be told.
 */
export const embeddedRequirements = (
  path: string,
  text: string,
  findFiles: FindFiles = (name) => [name],
): string | undefined => {
  if (path.endsWith('.py')) return scriptRequirements(text);
  return path.endsWith('.txt') ? looseRequirements(text) : dockerRequirements(text, findFiles);
};

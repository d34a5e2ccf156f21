import { recognizeLockfile, recognizeManifest } from '@scangate/engines/units/recognize-file';
import { parseJson, parseToml, tryParse } from '../parse/parse-document.ts';
import { member, textsOf } from '../parse/untrusted-value.ts';
import { parseRequirement, requirementRange } from './python-requirement.ts';
import { requirementLines } from './requirements-lines.ts';
import { linesOf } from '../parse/lines.ts';

/** Reads the dependencies of a script with inline metadata (PEP 723), one per line. */
const scriptRequirements = (text: string): string | undefined => {
  const lines = linesOf(text);
  const start = lines.indexOf('# /// script');
  const end = start === -1 ? -1 : lines.indexOf('# ///', start);
  if (end === -1) return undefined;
  const block = lines.slice(start + 1, end).map((line) => line.replace(/^# ?/, ''));
  const listed = textsOf(member(tryParse(block.join('\n'), parseToml), 'dependencies'));
  return listed.length > 0 ? `${listed.join('\n')}\n` : undefined;
};

const install = /\bpip(?:3(?:\.\d{1,2})?)?\s{1,20}install\s(.{1,4000})/;
/** Options of pip that take a value which could be mistaken for a requirement. */
const withValue = new Set(
  '-c --constraint -e --editable -t --target --platform --prefix --root --src --cache-dir --python-version --progress-bar --timeout --retries --no-binary --only-binary --python -p'.split(
    ' ',
  ),
);
const ofIndex = new Set('-i --index-url --extra-index-url -f --find-links --trusted-host'.split(' '));

/** Finds the files that a command names, by their paths in the unit. */
type FindFiles = (name: string) => readonly string[];

/** Separates the option that names a requirements file from its value. */
const separated = (word: string): string[] => {
  const option = ['--requirement=', '-r'].find((each) => word.startsWith(each));
  return option === undefined ? [word] : ['-r', word.slice(option.length)].filter((each) => each !== '');
};

/** Returns whether a file is read by its name, wherever it is. */
const isReadByName = (file: string): boolean =>
  !file.includes('://') && (recognizeLockfile(file) ?? recognizeManifest(file)) !== undefined;

/** Returns the packages that one call of pip installs by name, its requirements files and its indexes. */
const installedBy = (parts: string, findFiles: FindFiles): string[] => {
  const found: string[] = [];
  const words = parts.split(/\s+/).flatMap((word) => separated(word.replaceAll(/["'\\]/g, '')));
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (ofIndex.has(word)) found.push(`${word} ${words[(at += 1)] ?? ''}`);
    else if (word === '-r' || word === '--requirement') {
      const file = words[(at += 1)] ?? '';
      if (!isReadByName(file)) for (const each of findFiles(file)) found.push(`-r ${JSON.stringify(each)}`);
    } else if (withValue.has(word)) at += 1;
    else if (/^--(?:index-url|extra-index-url|find-links|trusted-host)=/.test(word)) found.push(word);
    else if (/^[A-Za-z0-9]/.test(word) && parseRequirement(word)?.local === undefined) found.push(word);
  }
  return found;
};

/** Returns the command of a line with `RUN`, which may be a list of its words: `RUN ["pip", "install", "a"]`. */
const commandOf = (line: string): string => {
  const stated = line.trim().slice('RUN'.length).trim();
  const list = stated.startsWith('[') ? tryParse(`{"words":${stated}}`, parseJson) : undefined;
  const words = textsOf(member(list, 'words'));
  return words.length > 0 ? words.join(' ') : stated;
};

/** Reads what the commands of a Dockerfile install with pip. */
const dockerRequirements = (text: string, findFiles: FindFiles): string | undefined => {
  const joined = text.replaceAll(/^[ \t]*#.*$/gm, '').replaceAll(/\\\r?\n/g, ' ');
  const found = linesOf(joined)
    .filter((line) => /^\s{0,20}RUN\s/i.test(line))
    .flatMap((line) => commandOf(line).split(/&&|\|\||[;|]/))
    .flatMap((command) => {
      const parts = install.exec(command.slice(0, 5000))?.[1];
      return parts === undefined ? [] : installedBy(parts, findFiles);
    });
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
  requirementLines(requirements).every(({ text }) => text.startsWith('-') && !text.startsWith('-r '));

/**
 * Returns the requirements in a script (PEP 723), in the commands of a Dockerfile or in a similar text file, as the
 * text of a requirements file; undefined if there are none.
 */
export const embeddedRequirements = (
  path: string,
  text: string,
  findFiles: FindFiles = (name) => [name],
): string | undefined => {
  if (path.endsWith('.py')) return scriptRequirements(text);
  return path.endsWith('.txt') ? looseRequirements(text) : dockerRequirements(text, findFiles);
};

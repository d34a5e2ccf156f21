import type { TextTest } from '@scangate/engines/import-usage/text-test';

const runner =
  /\b(?:node|nodejs|tsx|ts-node|bun|deno|mocha|python[\d.]{0,4}|pypy3?|php|ruby|java|groovy|kotlin|scala|dart)\b/g;
/** Longer lines are not read: what they run is not known. */
const longest = 2000;

/** The text of a line before and after a match, the first in it or another; undefined for a line that goes on too long. */
type Place = { before: string; after: string; isFirst: boolean } | undefined;

function* placesOf(text: string, pattern: RegExp): Generator<Place> {
  let lineEnd = -1;
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const isFirst = index >= lineEnd;
    const before = text.slice(Math.max(0, index - longest), index);
    const after = text.slice(index + found.length, index + longest);
    const end = after.indexOf('\n');
    const isWhole = end !== -1 || index + longest >= text.length;
    if (!isWhole) yield undefined;
    else {
      const rest = end === -1 ? after : after.slice(0, end);
      lineEnd = index + found.length + rest.length;
      yield { before: before.slice(before.lastIndexOf('\n') + 1), after: rest, isFirst };
    }
  }
}

/** Options whose argument is a module or code. */
const options =
  /[ \t](?:-r|--require|--import|--loader|--experimental-loader|--preload|-m|-e|--eval|-p|--print|-c|-E)[= \t]{1,8}/g;
/** An argument that states its name or its code as a whole. */
const plain = [
  /^["']?[\w@./:+=,-]{1,200}["']?(?:[\s;|&`)<>,}\]]|$)/,
  /^'[^'$\n]{0,2000}'(?:[\s;|&)]|$)/,
  /^\\?"[^"$`\n]{0,2000}"(?:[\s;|&)]|$)/,
];

const hasHiddenArgument = (after: string): boolean => {
  for (const { 0: found, index } of after.matchAll(options)) {
    const argument = after.slice(index + found.length);
    if (!plain.some((one) => one.test(argument))) return true;
  }
  return false;
};

/** Returns whether a program reads what it runs from another, or from a file. */
const readsProgram = ({ before, after }: NonNullable<Place>): boolean => {
  const isPiped = /\|(?:[ \t]{0,9}sudo)?[ \t]{0,9}$/.test(before);
  return (
    /^[ \t]{0,9}-?[ \t]{0,9}<(?![=(])/.test(after) ||
    (isPiped && /^[ \t]{0,9}-?[ \t]{0,9}(?:[;|&)'"]|$)/.test(after))
  );
};

const runsHidden = (text: string): boolean =>
  placesOf(text, runner).some(
    (place) => !place || readsProgram(place) || (place.isFirst && hasHiddenArgument(place.after)),
  );

const decodes = /\b(?:base64|xxd|openssl)\b/g;
const runsDecoded = (text: string): boolean =>
  placesOf(text, decodes).some((place) => !place || /\|[ \t]{0,9}(?:ba|z|da)?sh\b/.test(place.after));

const evaluates = /(?:^|[;&|({])[ \t]{0,80}eval[ \t]{1,20}["'$`]/m;

const preloads = /\b(?:NODE_OPTIONS|PYTHONSTARTUP|RUBYOPT|JAVA_TOOL_OPTIONS)\b/g;
const packageRunner =
  /\b(?:npx|bunx|pipx|uvx|(?:pnpm|yarn)[ \t]{1,8}(?:dlx|exec)|npm[ \t]{1,8}exec|go[ \t]{1,8}(?:run|install|tool))\b/g;
/** Returns whether a variable stands in a command before another one begins. */
const computes = (place: Place): boolean => {
  if (!place) return true;
  const at = place.after.search(/[;|&$`]/);
  return at !== -1 && /[$`]/.test(place.after.charAt(at));
};

/**
 * Each matches a command that runs code, or a package, which its text does not state as a whole: a name with a variable or quotes
 * in it, a program that comes through a pipe, text that a shell runs.
 */
export const commandsBuilt: readonly TextTest[] = [
  { test: runsHidden },
  { test: runsDecoded },
  evaluates,
  { test: (text) => placesOf(text, preloads).some(computes) },
  { test: (text) => placesOf(text, packageRunner).some(computes) },
];

const commandStart =
  /\b(?:node|nodejs|tsx|ts-node|bun|deno|python[\d.]{0,4}|php|ruby|java|go|dart|npx|bunx|pipx|uvx)[ \t]{1,8}[\w@./-]/g;

/** Lists the commands in a text that is no settings, such as in a string of code. */
export const commandsIn = (text: string): string => {
  const commands: string[] = [];
  let readTo = 0;
  for (const { index } of text.matchAll(commandStart)) {
    if (index < readTo) continue;
    const command = text.slice(index, index + 300).split('\n', 1)[0] ?? '';
    commands.push(command);
    readTo = index + command.length;
  }
  return commands.join('\n');
};

import type { TextTest } from '@scangate/engines/import-usage/text-test';

const runner =
  /\b(?:node|nodejs|tsx|ts-node|bun|deno|mocha|python[\d.]{0,4}|pypy3?|php|ruby|java|groovy|kotlin|scala|dart)\b/g;
/** Longer lines are cut, and a command that goes on there is not read as a whole. */
const longest = 2000;

/** The text of a line before and after a match. */
interface Place {
  before: string;
  after: string;
}

function* placesOf(text: string, pattern: RegExp): Generator<Place> {
  for (const { 0: found, index } of text.matchAll(pattern)) {
    const from = Math.max(text.lastIndexOf('\n', index) + 1, index - longest);
    const next = text.indexOf('\n', index);
    const to = Math.min(next === -1 ? text.length : next, index + longest);
    yield { before: text.slice(from, index), after: text.slice(index + found.length, to) };
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

const hasHiddenArgument = ({ after }: Place): boolean =>
  [...after.matchAll(options)].some(({ 0: found, index }) => {
    const argument = after.slice(index + found.length);
    return !plain.some((one) => one.test(argument));
  });

/** Returns whether a program reads what it runs from another, or from a file. */
const readsProgram = ({ before, after }: Place): boolean => {
  const isPiped = /\|(?:[ \t]{0,9}sudo)?[ \t]{0,9}$/.test(before);
  return (
    /^[ \t]{0,9}-?[ \t]{0,9}<(?![=(])/.test(after) ||
    (isPiped && /^[ \t]{0,9}-?[ \t]{0,9}(?:[;|&)'"]|$)/.test(after))
  );
};

const runsHidden = (text: string): boolean =>
  placesOf(text, runner).some((place) => hasHiddenArgument(place) || readsProgram(place));

const decodes = /\b(?:base64|xxd|openssl)\b/g;
const runsDecoded = (text: string): boolean =>
  placesOf(text, decodes).some(({ after }) => /\|[ \t]{0,9}(?:ba|z|da)?sh\b/.test(after));

const evaluates = /(?:^|[;&|({])[ \t]{0,80}eval[ \t]{1,20}["'$`]/m;

const preloads = /\b(?:NODE_OPTIONS|PYTHONSTARTUP|RUBYOPT|JAVA_TOOL_OPTIONS)\b/g;
const packageRunner =
  /\b(?:npx|bunx|pipx|uvx|(?:pnpm|yarn)[ \t]{1,8}(?:dlx|exec)|npm[ \t]{1,8}exec|go[ \t]{1,8}(?:run|install|tool))\b/g;
const computes = ({ after }: Place): boolean => /[$`]/.test(after.split(/[;|&]/, 1)[0] ?? '');

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
export const commandsIn = (text: string): string =>
  [...text.matchAll(commandStart)]
    .map(({ index }) => text.slice(index, index + 300).split('\n', 1)[0])
    .join('\n');

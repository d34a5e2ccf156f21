import { binaryExtensions } from '../source-files/binary-names.ts';
import { codeLanguages } from './code-languages.ts';
import { baseNameOf, extensionOf } from '../units/paths.ts';
import { hidesNames } from './hidden-names.ts';

/** The way in which a file that may name packages is read. */
export type TextKind = 'code' | 'foreign' | 'settings' | 'template' | 'data' | 'prose' | 'binary';

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Texts for people, and data that is no program: read where something runs one by its name. */
const prose = setOf(
  'md markdown rst txt adoc asciidoc textile org tex bib csv tsv svg po pot mo ics log snap map lock sum pem crt cer key pub asc sig patch diff geojson ndjson jsonl srt vtt drawio puml license mailmap',
);
/** Languages that import packages of none of the ecosystems, but may hold texts of those that do. */
const foreign = setOf(
  'c h cc cpp cxx hpp hh m mm swift ex exs erl hrl hs lhs ml mli clj cljc cljs edn lua pl pm t r jl sql proto thrift tf hcl nix zig nim v d f90 pas asm s cu glsl hlsl wgsl graphql gql vb fs fsx elm purs rkt scm el lisp cr',
);
/** Formats whose texts stand in quotes or between tags. */
const data = setOf(
  'json json5 jsonc webmanifest babelrc eslintrc xml xsd xsl xslt wsdl properties xaml config plist resx strings arb csproj vbproj fsproj css scss sass less styl',
);
/** Pages with code among their text. */
const templates = setOf(
  'html htm xhtml mdx jsp jspf jspx cshtml razor ejs hbs handlebars mustache pug jade twig liquid njk jinja jinja2 j2 tmpl tpl gotmpl haml slim erb ftl vm',
);
const ofLanguages = new Set(codeLanguages.flatMap(({ code, unread = [] }) => [...code, ...unread]));

/** Files without an extension that are for people. */
const namesOfProse =
  /^(?:licen[cs]e|copying|notice|authors|contributors|codeowners|owners|readme|changelog|history|version)(?:-[\w-]{1,40})?$/i;

/**
 * Says how a file that is no code of the language that asks is read. One of an unknown extension is like settings: each
 * word of it may name a package, and it may import what its text does not name.
 */
export const textKind = (path: string): TextKind => {
  const name = baseNameOf(path);
  if (namesOfProse.test(name)) return 'prose';
  const extension = name.includes('.') ? extensionOf(path) : '';
  if (binaryExtensions.has(extension)) return 'binary';
  if (prose.has(extension)) return 'prose';
  if (foreign.has(extension)) return 'foreign';
  if (templates.has(extension)) return 'template';
  if (ofLanguages.has(extension)) return 'code';
  return data.has(extension) ? 'data' : 'settings';
};

const interpreters =
  /\b(?:node|nodejs|npx|npm|pnpm|yarn|tsx|ts-node|deno|bunx?|python[\d.]{0,4}|pip[x\d]{0,2}|uvx?|poetry|java|groovy|kotlin|scala|ruby|php|go|cargo|dart)\b|@(?:import|use|forward|require)\b/g;

const betweenWords = /[\s=,;"'`()[\]{}<>|&!?*+^%$#:~]+/;

/** Lists the lines of a text that run a program or load a style. */
const linesThatRun = (text: string): string[] => {
  const lines: string[] = [];
  let end = -1;
  for (const { index } of text.matchAll(interpreters)) {
    if (index < end) continue;
    const next = text.indexOf('\n', index);
    end = next === -1 ? text.length : next;
    lines.push(text.slice(text.lastIndexOf('\n', index) + 1, end));
  }
  return lines;
};

/**
 * Lists the words of a text that may name packages: all of settings, and of other texts those of lines that run a program
 * or load a style.
 */
export const wordsOf = (text: string, kind: TextKind): ReadonlySet<string> =>
  kind === 'settings'
    ? new Set(text.split(betweenWords))
    : new Set(linesThatRun(text).flatMap((line) => line.split(betweenWords)));

const endsOfUnread = new RegExp(`\\.(?:${[...prose, ...binaryExtensions].join('|')})\\b`, 'gi');
const betweenNames = /[^\w@.-]+/;
const inNames = /[\w@.-]/;
const isUnread = (name: string): boolean =>
  prose.has(extensionOf(name)) || binaryExtensions.has(extensionOf(name));

/** Returns a name by which texts may run a file: its last word in lower case, as a text read as Latin-1 has it. */
export const nameToRun = (path: string): string => {
  const name = baseNameOf(path);
  if (!name.includes('.')) return `=${name}`;
  return Buffer.from(name).toString('latin1').toLowerCase().split(betweenNames).at(-1) ?? '';
};

/** A file without an extension that is named like one for people, as a path or as what a program runs. */
const unextended =
  /(?:["'`/]|\b(?:node|nodejs|tsx|bun|deno|python[\d.]{0,4}|ruby|php)[ \t]{1,9}(?:-[\w=-]{1,40}[ \t]{1,9}){0,8})((?:licen[cs]e|copying|notice|authors|contributors|codeowners|owners|readme|changelog|history|version)(?:-[\w-]{1,40})?)(?![\w.-])/gi;
/** The file that a program runs, of whose name the run may tell a part. */
const target =
  /\b(?:node|nodejs|tsx|ts-node|bun|deno|python[\d.]{0,4}|ruby|php)[ \t]{1,9}(?:(?:-[\w=-]{1,40}|run)[ \t]{1,9}){0,8}["'\\]{0,3}([\w./-]{0,200}[$*`{]?)/g;
const runners = ['node', 'tsx', 'bun', 'deno', 'python', 'ruby', 'php', 'ts-node'];
const workers = ['Worker', 'importScripts'];
const computedWorker =
  /\bnew\s{1,20}(?:Shared)?Worker\s{0,20}\(\s{0,20}(?!["'`][^"'`$\n]{0,200}["'`]\s{0,20}[,)]|new\s{1,20}URL\b|\))|\bimportScripts\s{0,20}\(\s{0,20}(?!["'`][^"'`$\n]{0,200}["'`]\s{0,20}[,)])/;
const computedFork = /\bfork\s{0,20}\(\s{0,20}(?!["'`][^"'`$\n]{0,200}["'`]\s{0,20}[,)])/;
const runs =
  /\b(?:require|import|include|load|source|node|nodejs|tsx|deno|bun|python[\d.]{0,4}|ruby|php|java|groovy|exec|spawn|fork|Worker)\b/;
/** A reference from generated code to its map, which nothing runs. */
const mapOfSource = /\bsourceMappingURL=[^\s"'*]{0,300}/g;

/** Stands for every file that is not read by itself. */
export const anyUnread = '*';

/**
 * Lists the names of files that a text may run although such files are rarely code: all that it names, `.txt` for those with
 * an extension that it names alone, and `anyUnread` where only the run tells the name.
 * @param names the files without an extension that are named like one for people.
 */
export const filesThatRun = (whole: string, names: readonly string[]): string[] => {
  const text = whole.includes('sourceMappingURL') ? whole.replaceAll(mapOfSource, '') : whole;
  const found: string[] = [];
  if (names.some((name) => text.includes(name)))
    for (const { 1: name = '' } of text.matchAll(unextended)) found.push(`=${name}`);
  if (runners.some((name) => text.includes(name)))
    for (const { 1: name = '' } of text.matchAll(target))
      if (/[$*`{]$/.test(name)) found.push(anyUnread);
      else if (name.includes('.')) found.push(nameToRun(name));
  if (
    (workers.some((name) => text.includes(name)) && computedWorker.test(text)) ||
    (text.includes('child_process') && computedFork.test(text))
  )
    found.push(anyUnread);
  let isRunner: boolean | undefined;
  let end = -1;
  for (const { index } of text.matchAll(endsOfUnread)) {
    if (index < end) continue;
    let start = index;
    while (start > 0 && inNames.test(text.charAt(start - 1))) start -= 1;
    end = index + 1;
    while (end < text.length && inNames.test(text.charAt(end))) end += 1;
    const name = text.slice(start, end).replace(/\.$/, '');
    if (!name.includes('.') || !isUnread(name)) continue;
    if (name.lastIndexOf('.') > 0 || (isRunner ??= runs.test(text))) found.push(name.toLowerCase());
  }
  return found;
};

/**
 * Returns whether a list of packages holds code beside them. One of JSON holds none that anything but PHP runs.
 */
export const listRuns = (text: string): boolean =>
  text.includes('<?') ||
  (!/^\s*[{[]/.test(text) && statement.test(text)) ||
  (!/^\s*[{[]/.test(text) && hidesNames(text, 'js'));

const statement =
  /\b(?:require|import|include|load|fork|exec|eval|__import__|spawn|Function)\s{0,20}[(`]|["'`]require["'`]|^[ \t]{0,80}import\b[ \t]{1,20}[\w{*"'.]|\bfrom[ \t]{1,20}[\w.]{1,100}[ \t]{1,20}import\b|\}\s{0,20}from\s{0,20}["']|^[ \t]{0,80}(?:use|using|require|require_relative|include)\b[ \t]{1,20}[A-Za-z_'\\]/m;

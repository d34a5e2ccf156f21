import { readScriptStart, unknownScript } from '../import-usage/script-extension.ts';
import type { SourceFiles } from '../model/source-files.ts';
import { extensionOf } from '../units/paths.ts';
import {
  shellLanguage,
  sourceTypeOf,
  typescriptFile,
  unsupportedLanguage,
  type FileType,
} from './source-type.ts';

interface Source {
  /** Undefined for a file without code that rules exist for. */
  type?: FileType;
  /** The reason why a file is not scanned. */
  problem?: string;
  /** Whether it is a script of a shell, which coverage names without making the unit partial: most repositories have some. */
  isShell?: true;
}

/** Names under which a web server or an include of PHP runs a file, which others use for other texts. */
const mayHoldPhp = new Set(
  'inc module install theme profile engine tpl ctp phps phpt phar html htm xhtml shtml'.split(' '),
);
const phpTag = /<\?(?:php\s|=)/i;

/** Interpreters of scripts for building and installing. */
const shells: ReadonlySet<string> = new Set(
  'pwsh powershell csh tcsh bats openrc-run execlineb osascript nft jq tclsh expect'.split(' '),
);
const ofTypescript: ReadonlySet<string> = new Set('tsx ts-node ts-node-esm deno bun vite-node'.split(' '));
const otherLanguages: readonly [program: RegExp, language: string][] = [
  [/\bperl[\d.]{0,8}\b/, 'Perl'],
  [/\blua[\d.]{0,8}\b/, 'Lua'],
  [/\bgroovy\b/, 'Groovy'],
  [/\bkotlin\b/, 'Kotlin'],
  [/\bscala\b/, 'Scala'],
];

const noRules = (language: string): string => `${language}: no rules for this language yet`;

const ofShell: Source = { problem: noRules('Shell'), isShell: true };

const opening = 4000;

const ofScript = (content: Uint8Array): Source => {
  const start = readScriptStart(Buffer.from(content.subarray(0, opening)).toString('latin1'));
  if (start === undefined) return {};
  if (ofTypescript.has(start.program)) return { type: typescriptFile };
  const type = sourceTypeOf(start.program === 'java' ? 'Script.java' : `script.${start.extension}`);
  if (type) return { type };
  const language =
    otherLanguages.find(([program]) => program.test(start.program))?.[1] ??
    unsupportedLanguage(`script.${start.extension}`);
  if (language !== undefined) return { problem: noRules(language) };
  const isShell = start.extension !== unknownScript || shells.has(start.program);
  return isShell ? ofShell : { problem: 'a script of an unknown interpreter: not scanned' };
};

const ofContent = (files: SourceFiles, path: string): Source => {
  let content: Uint8Array;
  try {
    content = files.read(path);
  } catch {
    // The content is unknown; other engines report that the file could not be read.
    return {};
  }
  if (content[0] === 0x23 && content[1] === 0x21) return ofScript(content);
  if (!mayHoldPhp.has(extensionOf(path))) return {};
  const type = phpTag.test(Buffer.from(content).toString('latin1')) ? sourceTypeOf('a.php') : undefined;
  return type ? { type } : {};
};

/** Reads the content first: its first line counts more than an extension that suggests a shell. */
const ofContentOrShell = (files: SourceFiles, path: string): Source => {
  const source = ofContent(files, path);
  const shell = shellLanguage(path);
  const isKnown = source.type !== undefined || source.problem !== undefined;
  return isKnown || shell === undefined ? source : { problem: noRules(shell), isShell: true };
};

const known = new WeakMap<SourceFiles, Map<string, Source>>();

/** Recognizes a source file by its name, else by its first line or by its tags of PHP. Each file is read once. */
export const recognizeSource = (files: SourceFiles, path: string): Source => {
  const type = sourceTypeOf(path);
  if (type) return { type };
  const language = unsupportedLanguage(path);
  if (language !== undefined) return { problem: noRules(language) };
  let sources = known.get(files);
  if (!sources) known.set(files, (sources = new Map()));
  let source = sources.get(path);
  if (!source) sources.set(path, (source = ofContentOrShell(files, path)));
  return source;
};

/** Returns the dialects of the source files of a unit. */
export const dialectsIn = (files: SourceFiles): FileType['dialect'][] =>
  files.entries.flatMap(({ path }) => recognizeSource(files, path).type?.dialect ?? []);

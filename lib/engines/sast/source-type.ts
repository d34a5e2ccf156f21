import { baseNameOf, extensionOf } from '../units/paths.ts';
import type { Dialect } from './dialect.ts';
import type { Host } from './embedded/embedded-code.ts';
import type { Language } from './rule.ts';

export interface FileType {
  language: Language;
  dialect: Dialect;
  /** Set for a page that holds the code; its tags are scanned as well. */
  host?: Host;
}

const javascriptFile: FileType = { language: 'javascript', dialect: 'JavaScript' };
export const typescriptFile: FileType = { language: 'javascript', dialect: 'TypeScript' };

const phpFile: FileType = { language: 'php', dialect: 'php' };
const rubyFile: FileType = { language: 'ruby', dialect: 'ruby' };
const erbFile: FileType = { ...rubyFile, host: 'erb' };

const jspFile: FileType = { language: 'java', dialect: 'java', host: 'jsp' };

const razorFile: FileType = { language: 'csharp', dialect: 'csharp', host: 'razor' };
const pugFile: FileType = { ...javascriptFile, host: 'pug' };

const byExtension: Readonly<Record<string, FileType>> = {
  js: javascriptFile,
  cjs: javascriptFile,
  mjs: javascriptFile,
  jsx: javascriptFile,
  ts: typescriptFile,
  cts: typescriptFile,
  mts: typescriptFile,
  tsx: { language: 'javascript', dialect: 'Tsx' },
  py: { language: 'python', dialect: 'python' },
  pyw: { language: 'python', dialect: 'python' },
  wsgi: { language: 'python', dialect: 'python' },
  java: { language: 'java', dialect: 'java' },
  go: { language: 'go', dialect: 'go' },
  cs: { language: 'csharp', dialect: 'csharp' },
  rs: { language: 'rust', dialect: 'rust' },
  vue: { ...typescriptFile, host: 'vue' },
  jsp: jspFile,
  jspf: jspFile,
  jspx: jspFile,
  tag: jspFile,
  cshtml: razorFile,
  razor: razorFile,
  pug: pugFile,
  jade: pugFile,
  php: phpFile,
  phtml: phpFile,
  pht: phpFile,
  php3: phpFile,
  php4: phpFile,
  php5: phpFile,
  php7: phpFile,
  php8: phpFile,
  rb: rubyFile,
  rake: rubyFile,
  ru: rubyFile,
  gemspec: rubyFile,
  erb: erbFile,
  rhtml: erbFile,
};

/** Languages without rules yet; their source files are named in the coverage. */
const notYet: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    'ASP.NET Web Forms': 'aspx ascx asmx ashx asax',
    'Active Server Pages': 'asp asa',
    Astro: 'astro',
    C: 'c h',
    'C++': 'cc cpp cxx c++ hh hpp hxx h++ ipp tpp ino',
    COBOL: 'cob cbl',
    CUDA: 'cu cuh',
    Clojure: 'clj cljs cljc',
    CoffeeScript: 'coffee litcoffee',
    ColdFusion: 'cfm cfc',
    Crystal: 'cr',
    Cython: 'pyx pxd pxi',
    Dart: 'dart',
    Elixir: 'ex exs eex leex heex',
    Elm: 'elm',
    Erlang: 'erl hrl escript',
    'F#': 'fs fsx fsi',
    Fortran: 'f90 f95 f03 f08',
    GDScript: 'gd',
    Groovy: 'groovy gsp',
    Hack: 'hack hhi',
    Haskell: 'hs lhs',
    Haxe: 'hx',
    Julia: 'jl',
    'Jupyter notebook': 'ipynb',
    Kotlin: 'kt kts',
    Lisp: 'lisp cl lsp el',
    Lua: 'lua luau',
    Nim: 'nim nims',
    OCaml: 'ml mli',
    'Objective-C': 'm mm',
    Pascal: 'pas dpr',
    Perl: 'pl pm psgi',
    R: 'r rmd',
    Racket: 'rkt',
    Scala: 'scala sc',
    Scheme: 'scm',
    Solidity: 'sol',
    Svelte: 'svelte',
    Swift: 'swift',
    Tcl: 'tcl',
    VBScript: 'vbs',
    Vala: 'vala',
    'Visual Basic': 'vb bas vbhtml',
    Zig: 'zig',
  }).flatMap(([language, extensions]) => extensions.split(' ').map((extension) => [extension, language])),
);

/** Languages that most repositories have a few scripts in, for building and installing. */
const scripts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    Batch: 'bat cmd',
    PowerShell: 'ps1 psm1',
    Shell: 'sh bash zsh ksh fish csh bats',
  }).flatMap(([language, extensions]) => extensions.split(' ').map((extension) => [extension, language])),
);

/** Returns what stands for the extension of a path; a name without one is none: a file `c` may be anything. */
const byPath = <T>(table: Readonly<Record<string, T>>, path: string): T | undefined => {
  const extension = baseNameOf(path).includes('.') ? extensionOf(path) : '';
  return Object.hasOwn(table, extension) ? table[extension] : undefined;
};

/** Returns the language of a file, or undefined when no rules exist for it. */
export const sourceTypeOf = (path: string): FileType | undefined =>
  /\.blade\.php$/i.test(path) ? { ...phpFile, host: 'blade' } : byPath(byExtension, path);

/** Returns the name of the language of a source file that no rules exist for. */
export const unsupportedLanguage = (path: string): string | undefined => byPath(notYet, path);

/** Returns the same for a script of a shell. */
export const shellLanguage = (path: string): string | undefined => byPath(scripts, path);

import { extensionOf } from '../units/paths.ts';
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
  tag: jspFile,
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
const notYet: Readonly<Record<string, string>> = {
  kt: 'Kotlin',
  kts: 'Kotlin',
  scala: 'Scala',
  swift: 'Swift',
  c: 'C',
  h: 'C',
  cc: 'C++',
  cpp: 'C++',
  hpp: 'C++',
  m: 'Objective-C',
  dart: 'Dart',
  ex: 'Elixir',
  exs: 'Elixir',
  groovy: 'Groovy',
  pl: 'Perl',
  lua: 'Lua',
  svelte: 'Svelte',
};

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** Returns the language of a file, or undefined when no rules exist for it. */
export const sourceTypeOf = (path: string): FileType | undefined =>
  /\.blade\.php$/i.test(path) ? { ...phpFile, host: 'blade' } : own(byExtension, extensionOf(path));

/** Returns the name of the language of a source file that no rules exist for. */
export const unsupportedLanguage = (path: string): string | undefined => own(notYet, extensionOf(path));

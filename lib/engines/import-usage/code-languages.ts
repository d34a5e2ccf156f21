import type { PackageEcosystem } from '../model/component.ts';
import {
  dartDynamic,
  jvmDynamic,
  npmDynamic,
  phpDynamic,
  pythonDynamic,
  rubyDynamic,
  rustDynamic,
} from './dynamic-imports.ts';
import { jvmBuilt } from './built-names/jvm.ts';
import { npmBuilt } from './built-names/npm.ts';
import { phpBuilt } from './built-names/php.ts';
import { pythonBuilt } from './built-names/python.ts';
import { functionalLanguages } from './languages/functional-languages.ts';
import { anyName } from './languages/members.ts';
import { scientificLanguages } from './languages/scientific-languages.ts';
import { swiftLanguage } from './languages/swift.ts';
import type { TextTest } from './text-test.ts';

/** Describes how code of an ecosystem names its imports. */
export interface CodeLanguage {
  ecosystem: PackageEcosystem;
  /** Extensions of code files; a unit without one proves nothing about imports. */
  code: readonly string[];
  /** Extensions of other files that name modules: styles, pages, configuration. */
  beside?: readonly string[];
  /**
   * Extensions of code whose imports are not read, or not all of them. With such a file in the unit, nothing is
   * reported as not imported.
   */
  unread?: readonly string[];
  /** Matches text that may name modules; the first matching group has the name, or several with commas. */
  mention: RegExp;
  /**
   * Matches the end of the text before the name of an import; a name after any other text is a mention, which may be
   * an import. Absent where code only has such a name to use it.
   */
  importedAfter?: RegExp;
  /** Matches every name in code that may be a module's: one that a macro takes, or an alias. It is a mention. */
  anywhere?: RegExp;
  /** Set where the name of a package may stand in an address: `npm:qs`, `https://esm.sh/qs`. */
  addressed?: true;
  /** Set where space, line breaks and comments may stand between the parts of a name. */
  joinsNames?: true;
  /** The separator of the parts of a module's name. */
  separator: string;
  /** Set where names are compared in lower case. */
  caseless?: true;
  /** Each matches an import whose target is only known at run time. */
  dynamic?: readonly TextTest[];
  /** Matches a file beside code that states a name in pieces. */
  besideBuilt?: RegExp;
  /** Each matches code, and no settings, that runs what its text does not state. */
  built?: readonly TextTest[];
  /** Matches the name of a member that the code refers to; absent where no advisory names symbols. */
  member?: RegExp;
}

/** The package names in `'lodash/fp'`, `"~bootstrap/scss"`, `raw-loader!./file` and `/node_modules/jquery/x.js`. */
const specifier =
  /(?:["'`!]~?(?:node_modules\/)?|\burl\(\s{0,20}~?|node_modules\/)((?:@[\w.~-]{1,100}\/)?[\w.~-]{1,200})(?=["'`/!?@)])/g;

/**
 * `import a.b as c, d`, `from a.b import`, including those after `;` or `:` and in notebook cells, and quoted names.
 */
const pythonModule =
  /(?:^|[;:"])[ \t]{0,80}(?:import|from)[ \t]{1,20}([A-Za-z_][\w.]{0,200}(?:[ \t]{1,20}as[ \t]{1,20}\w{1,100})?(?:[ \t]{0,20},[ \t]{0,20}[A-Za-z_][\w.]{0,200}(?:[ \t]{1,20}as[ \t]{1,20}\w{1,100})?){0,40})|["']([A-Za-z_][\w.]{0,200})["':]/gm;

/** A qualified name of the JVM or of .NET: `org.apache.commons.io.IOUtils`. */
const dottedName = /\b([A-Za-z_]\w{0,100}(?:\.[A-Za-z_]\w{0,100}){1,12})/g;

/** A class whose name a variable begins or a line ends, and entities, which may be parts of one. */
const settingsOfClasses =
  /<!ENTITY\b|\$\{[^{}\n]{1,80}\}\.[\w.]{0,200}[A-Z]|[a-z]\.\$\{[^{}\n]{1,80}\}|[\w.]\\\r?\n[ \t]{0,80}[\w.]/;

/** The languages by ecosystem. Others have no code that is read for imports. */
export const codeLanguages: readonly CodeLanguage[] = [
  {
    ecosystem: 'npm',
    code: ['js', 'cjs', 'mjs', 'jsx', 'ts', 'cts', 'mts', 'tsx', 'vue', 'svelte', 'astro', 'coffee'],
    unread: ['coffee', 'litcoffee', 'iced', 'ls', 'civet', 'imba', 'node'],
    beside: ['css', 'scss', 'sass', 'less', 'html', 'htm', 'mdx', 'json', 'json5', 'babelrc', 'eslintrc'],
    mention: specifier,
    addressed: true,
    importedAfter: /(?:\bfrom|\bimport|@use|@forward|\brequire(?:\.resolve)?)\s{0,20}\(?\s{0,20}["'`]~?$/,
    separator: '\0',
    dynamic: npmDynamic,
    built: npmBuilt,
    member: /[.{,]\s{0,20}([A-Za-z_$][\w$]{2,80})/g,
  },
  {
    ecosystem: 'PyPI',
    code: ['py', 'pyw', 'pyi', 'ipynb'],
    unread: ['pyx', 'pxd', 'pyc', 'pyo', 'pyd', 'so', 'egg', 'whl', 'pyz'],
    mention: pythonModule,
    importedAfter: /\b(?:import|from)[ \t]{1,20}$/,
    separator: '.',
    dynamic: pythonDynamic,
    built: pythonBuilt,
    member: /(?:\.|\bimport\s|,)[\s(]{0,20}([A-Za-z_]\w{2,80})/g,
  },
  {
    ecosystem: 'Go',
    code: ['go'],
    mention: /["`]([\w.~-]{1,100}(?:\/[\w.~-]{1,100}){0,20})["`]/g,
    // Plain characters with escapes, which nobody needs outside of an import that hides its name.
    dynamic: [
      /\\(?:x[2-7][\da-fA-F]|u00[2-7][\da-fA-F]|U000000[2-7][\da-fA-F]|0[4-7][0-7]|1[0-7][0-7])/,
      // Code of another file at run time.
      /^[ \t]{0,20}(?:import[ \t]{1,20})?(?:[\w.]{1,40}[ \t]{1,20})?"plugin"/m,
    ],
    separator: '/',
    member: /\.([A-Z]\w{0,80})/g,
  },
  {
    ecosystem: 'crates.io',
    code: ['rs'],
    mention:
      /\b([A-Za-z_]\w{0,63})\s{0,20}::|\b(?:use|crate)\s{1,20}(?:::)?([A-Za-z_]\w{0,63})|\buse\s{1,20}\{([\w\s,:]{1,400})/g,
    separator: '::',
    anywhere: /\b([A-Za-z_]\w{0,63})/g,
    dynamic: rustDynamic,
    member: /(?:::|\.|[{,]\s{0,20})([A-Za-z_]\w{0,80})/g,
  },
  {
    ecosystem: 'Maven',
    code: ['java', 'kt', 'kts', 'scala', 'groovy'],
    beside: ['jsp', 'jspf', 'xml', 'properties', 'yml', 'yaml'],
    besideBuilt: settingsOfClasses,
    unread: ['clj', 'cljc', 'class', 'jar', 'war', 'aar'],
    mention: dottedName,
    separator: '.',
    dynamic: jvmDynamic,
    built: jvmBuilt,
    joinsNames: true,
    member: anyName,
  },
  {
    ecosystem: 'NuGet',
    code: ['cs', 'vb', 'fs'],
    beside: ['cshtml', 'razor', 'xaml', 'config', 'json'],
    mention: dottedName,
    importedAfter: /\b(?:using|global::|open|Imports)\s{0,20}(?:static\s{1,20})?$/,
    separator: '.',
    caseless: true,
    dynamic: [/\b(?:GetType|LoadFrom|LoadFile)\s{0,20}\(\s{0,20}[A-Za-z_]/],
    member: anyName,
  },
  {
    ecosystem: 'RubyGems',
    code: ['rb', 'rake', 'ru', 'erb', 'haml', 'slim'],
    mention: /["']([\w-]{1,100}(?:\/[\w-]{1,100}){0,8})["']/g,
    importedAfter: /\brequire\s{0,20}\(?\s{0,20}["']$/,
    separator: '/',
    dynamic: rubyDynamic,
    member: anyName,
  },
  {
    ecosystem: 'Packagist',
    code: ['php', 'phtml', 'inc'],
    unread: ['phar'],
    beside: ['yml', 'yaml', 'xml', 'neon'],
    mention: /\\?\b([A-Za-z_]\w{0,100}(?:\\{1,2}[A-Za-z_]\w{0,100}){0,12})/g,
    separator: '\\',
    caseless: true,
    dynamic: phpDynamic,
    built: phpBuilt,
    member: anyName,
  },
  {
    ecosystem: 'Pub',
    code: ['dart'],
    mention: /["']package:([a-z_]\w{0,100})\//g,
    separator: '/',
    dynamic: dartDynamic,
    member: anyName,
  },
  ...functionalLanguages,
  ...scientificLanguages,
  swiftLanguage,
];

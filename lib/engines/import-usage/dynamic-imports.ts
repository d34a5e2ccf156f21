import { having, type TextTest } from './text-test.ts';

/** A text up to its first encoded character. */
const encodedText = /["'`][^"'`\s%]{0,200}%[2-7][\da-f]/gi;
const beforePath = /\b(?:from|import|require|URL|Worker|importScripts)\s{0,20}\(?\s{0,20}$/;
const longestStart = 60;

/** Returns whether an import, or a path into packages, has encoded characters. */
const encodesPaths = (text: string): boolean =>
  text.includes('%') &&
  [...text.matchAll(encodedText)].some(
    ({ 0: found, index }) =>
      found.includes('node_modules/') ||
      beforePath.test(text.slice(Math.max(0, index - longestStart), index)),
  );

/**
 * Each matches an import in JavaScript that may load a module which its text does not name. A call counts as one
 * unless its argument is exactly one plain literal; anything beyond the bounds counts as well.
 */
export const npmDynamic: readonly TextTest[] = [
  // A call, or a comment before its parenthesis. Files are read as Latin-1, where other spaces have high bytes.
  /\b(?:require|import)(?:\.(?:resolve|defer|source))?(?:[ \t\x80-\xff]*(?:[!?.]{1,3}[\s\x80-\xff]*)?\/[*/]|[\s\x80-\xff]*(?:(?:\/\*(?:[^*]|\*(?!\/)){0,300}\*\/|\/\/[^\n]{0,300}\n)[\s\x80-\xff]*){0,8}(?:[!?.]{1,3}[\s\x80-\xff]*)?\((?!\s{0,60}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/|\/\/[^\n]{0,200}\n)\s{0,60}){0,4}(?:'[^'\\\n]{0,200}'|"[^"\\\n]{0,200}"|`[^`\\$]{0,200}`)\s{0,60}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/|\/\/[^\n]{0,200}\n)\s{0,60}){0,4}[,)]|\s{0,60}\)|\.{3}\)))/,
  // A comment before a name, or a name with escapes.
  having(['/*', '//'], /\b(?:from|import)[ \t\x80-\xff]*\/[*/]/),
  having(
    ['\\'],
    /\b(?:from|import)[\s\x80-\xff]*(?:(?:\/\*(?:[^*]|\*(?!\/)){0,300}\*\/|\/\/[^\n]{0,300}\n)[\s\x80-\xff]*){0,8}["'][^"'\n]{0,200}\\/,
  ),
  // A path with encoded characters, which a program decodes.
  { test: encodesPaths },
  // The function under another name, or as a value.
  having(
    ['require'],
    /(?:[=?|&]>?|\breturn\b)[\s\x80-\xff]*require\b(?![\s\x80-\xff]*(?:[!?.]{1,3}[\s\x80-\xff]*)?\(|\.)/,
  ),
  having(['require'], /(?:[({[,:]|\*\/)[\s\x80-\xff]*require[\s\x80-\xff]*(?:[,;)}\]]|$)/),
  having(['require'], /^[ \t]*require[ \t]*[;,)\]}\r]?$/m),
  having(
    ['equire', '_load'],
    /\bcreateRequire|\bModule\._load\b|\brequire(?:\?\.)?(?:\[|\.(?:call|apply|bind)\b)|\[\s*["'`]require["'`]/,
  ),
  having(
    ['require'],
    /\b(?:[mM]odule|main|prototype)\.require\b(?![\s\x80-\xff]*(?:[!?.]{1,3}[\s\x80-\xff]*)?\()/,
  ),
  // Functions of others that load: of test runners, and of packages that are named so.
  /\.\s{0,20}(?:require|import)[A-Z]\w{0,40}\s{0,20}(?:<[^<>()\n]{0,100}>\s{0,20})?\((?!\s{0,60}(?:'[^'\\\n]{0,200}'|"[^"\\\n]{0,200}"|`[^`\\$]{0,200}`)\s{0,60}[,)]|\s{0,60}\))/,
  /(?:\bfrom|\bimport|\brequire)\s{0,20}\(?\s{0,20}["'`](?!\.)(?:node:)?(?:(?!@?eslint)[@\w.-]{1,100}[/-])?(?:require|import|jiti|rewire|proxyquire|resolve|esm|load|module|interpret|rechoir|liftoff|cosmiconfig|unconfig|c12|lilconfig|eval|vm2?|repl|tsx|ts-node|sucrase|lazy|quickjs|sandbox)(?:-(?!plugin|loader)[\w.-]{1,60})?(?:\/[\w./-]{0,100})?["'`]/,
  // The function as another's, and the objects that have it.
  having(
    ['require'],
    /[{,]\s{0,20}["'`]?require["'`]?\s{0,20}:\s{0,20}(?!(?:true|false|null|undefined|string|boolean|number|any)\b)[A-Za-z_$[{]/,
  ),
  having(
    ['module', 'global', 'process', 'require'],
    /\b(?:module|globalThis|global|process|require)\s{0,20}(?:\?\.\s{0,20})?\[(?!\s{0,20}(?:["'`][\w.-]{0,60}["'`]|\d{1,9})\s{0,20}\])|\b(?:module|globalThis|global|process)\s{0,20}(?:\?\.\s{0,20})?\[\s{0,20}["'`](?:require|mainModule|constructor|parent|children|eval|Function|getBuiltinModule|binding)["'`]/,
  ),
  having(
    ['module', 'global', 'Reflect', 'Object'],
    /(?<![=!<>])=\s{0,20}(?:module|globalThis|global)\s{0,20}(?:[;,)]|\r?\n|$)|\b(?:Reflect|Object)\.\w{1,40}\(\s{0,20}(?:module|process|globalThis|global|require)\b/,
  ),
  having(
    ['Module', 'dlopen', 'binding', 'module'],
    /\b(?:mainModule|getBuiltinModule|dlopen)\b|\bprocess\s{0,20}\??\.\s{0,20}binding\b|\bmodule\s{0,20}\??\.\s{0,20}(?:constructor|parent|children|__proto__)\b/,
  ),
  // Code that is built as a string.
  having(
    ['constructor', 'getPrototypeOf', 'Function', 'eval'],
    /\.\s{0,20}constructor\s{0,20}(?:\?\.\s{0,20})?[.([]\s{0,20}(?:constructor|["'`a-z])|\[\s{0,20}["'`]constructor["'`]\s{0,20}\]|\bgetPrototypeOf\s{0,20}\(\s{0,20}(?:async|function)\b|[=,(]\s{0,20}Function\s{0,20}[;,)]|\beval\s{0,20}:/,
  ),
  having(
    ['eval', 'Function'],
    /(?:(?<![.\w$])|\b(?:window|global|globalThis)\.)(?:eval|Function)\s*(?:\?\.\s*)?\(|[=,(]\s*eval\b(?!\s*\()/,
  ),
  // A path into code of others, which may be in a form that hides what it loads.
  /["'`]\.{1,2}\/(?:[^"'`\n]{0,200}\/)?(?:vendor|vendored|third[_-]?party|bower_components|jspm_packages|Pods|\.?venv)\/|["'`]\.{1,2}\/[^"'`\n]{0,200}(?:[.-]min|\.bundle)(?:\.[cm]?js)?["'`]/,
];

/** Each matches a require in Ruby whose target its text does not name, or a call that loads every gem of a Gemfile. */
export const rubyDynamic: readonly TextTest[] = [
  /\bBundler\.require\b|\brequire\b\s*(?:\(\s*)?[A-Za-z_@$%<[]|\brequire\b\s*\(\s*\(/,
  // A string that holds code or escapes, or that something is appended to.
  /\brequire\b\s*(?:\(\s*)?(?:"[^"\n]{0,200}[#\\]|'[^'\n]{0,200}\\|["'][^"'\n]{0,200}["'][ \t]*(?:\)[ \t]*)?(?:["'+*%&|?<[\\.]|\r?\n\s*\.))/,
  // The method as a value.
  /:require[ \t]*[,)]|["']require["'][ \t]*[,)]/,
];

/** Nobody indents, spaces or lists so much by hand. */
const longest = { line: 2000, blanks: 18, indentation: 79, modules: 39 };
const manyBlanks = ' '.repeat(longest.blanks);

/** Returns whether a line of Python has more of blanks or modules than the expression for imports reads. */
const isStretched = (line: string): boolean => {
  const statement = line.replaceAll('\t', ' ').trim();
  const indentation = line.length - line.trimStart().length;
  return (
    line.includes('\f') ||
    line.length > longest.line ||
    indentation > longest.indentation ||
    statement.includes(manyBlanks) ||
    statement.split(',', longest.modules + 2).length > longest.modules ||
    /\w{100}/.test(statement)
  );
};

const stretchesImports = (text: string): boolean =>
  text.split('\n').some((line) => /\b(?:import|from)\b/.test(line) && isStretched(line));

const runsPrograms =
  /\b(?:subprocess|[pP]open|system|spawn\w{0,3}|exec[lv]\w{0,2}|create_subprocess_\w{1,10})\b/;

const runsPython = (text: string): boolean =>
  /["'/]python[\d.]{0,6}["' ]/.test(text) && runsPrograms.test(text);

/** Each matches what lets Python import what its text does not name. */
export const pythonDynamic: readonly TextTest[] = [
  /\b(?:__import__|import_module|importorskip|import_string|import_from_string|find_spec|find_loader|get_loader|symbol_by_name|locate|load_entry_point)\s{0,20}\(\s{0,20}(?:[^"'\s)]|["'][^"'\n\\]{0,200}(?:\\|["']\s{0,20}[^,)\s]))/,
  /(?<![.\w])(?:exec|eval|__import__)\s{0,20}(?:[()\],;}.[#]|\r?$|(?:if|or|and|else|for|is)\b|==)|(?<![.\w])(?:compile|execfile)\s{0,20}\(|\bimport_module\b(?!\s{0,20}[(\n])/m,
  /\b(?:resolve_name|run_module|run_path|runsource|spec_from_file_location|load_module|load_source|exec_module|find_module|entry_points(?!["']?\s{0,20}[=:])|iter_entry_points|importer|zipimport|runpy|marshal|pickle|cPickle|dill|cloudpickle|codeop|meta_path|path_hooks|addsitedir)\b|\bsys\s{0,20}\.\s{0,20}modules\b|\bfrom[ \t]{1,20}sys[ \t]{1,20}import\b|\bimportlib[ \t]{1,20}import[ \t]{1,20}\*|\bimportlib[ \t]{1,20}as\b|\bgetattr\s{0,20}\(\s{0,20}importlib\b/,
  /__(?:builtins|loader|spec|subclasses|globals|code|mro|bases|reduce|self)__|\bbuiltins\b|\bsys\s{0,20}\.\s{0,20}executable\b/,
  /^[ \t]{0,80}(?:import|from)\b[\t !"$-[\]-~]{0,300}[\\\x80-\xff]/m,
  /\b(?:from|import)[ \t]{1,20}[\w.]{0,100}\b(?:vendor|vendored|third_party|thirdparty)\b/,
  // A folder of installed packages, in which anything may lie.
  /\b(?:site|dist)-packages\b/,
  { test: stretchesImports },
  { test: runsPython },
];

/** Each matches what lets code of the JVM load a class that its text does not name. */
export const jvmDynamic: readonly TextTest[] = [
  /\b(?:forName|loadClass|findClass|resolveClassName|resolveClass|forClassName)\b(?!\s{0,20}\(\s{0,20}(?:"[^"\n\\]{0,200}"\s{0,20}[,)]|\)))/,
  /\b(?:defineClass|defineAnonymousClass|URLClassLoader|ScriptEngineManager|ScriptEngine|GroovyShell|GroovyClassLoader|GroovyScriptEngine|JavaCompiler|XMLDecoder|ObjectInputStream|MethodHandles|Eval\.me|jshell)\b|\bBeans\s{0,20}\.\s{0,20}instantiate\b/,
  // Scala names packages from where it stands.
  /\bimport[ \t]{1,20}(?!scala\b|kotlin\b|javax?\b)(?:_root_[ \t]{0,20}\.[ \t]{0,20})?[a-z]\w{0,50}[ \t]{0,20}(?:\.[ \t]{0,20}[{_*]|as\b)|^[ \t]{0,20}package[ \t]{1,20}(?:org|com|io|net|junit|freemarker|okhttp3|okio)[ \t]{0,20}(?:[;{:]|\r?$)/m,
];

/** Each matches code of Rust that is made of more than the text of the file, or of glued names. */
export const rustDynamic: readonly TextTest[] = [
  /\binclude\s{0,20}!|\bpath\s{0,20}=\s{0,20}(?!"[^"\n\\]{0,200}\.rs")(?:"|r#{0,9}"|concat!|env!)|\[\s{0,20}<[^<>\n]{0,200}>\s{0,20}\]|\bmod\s{1,20}(?:vendor|vendored|third_party|thirdparty)\b|\bconcat_idents\b|\b(?:TokenStream|format_ident)\b/,
];

const includesOthers = (text: string): boolean =>
  text
    .split('\n')
    .some(
      (line) =>
        /\b(?:require|include)/.test(line) &&
        /\/(?:vendor|vendored|third[_-]?party)\/(?!autoload\.php["'])/.test(line),
    );

/** Each matches code of PHP that uses a class or a file which its text does not name. */
export const phpDynamic: readonly TextTest[] = [
  /\bnew\s{1,20}[$(]|\$\w{1,100}\s{0,20}(?:\[[^\]\n]{0,100}\]\s{0,20})?::|\bclass_(?:exists|alias|implements|parents)\s{0,20}\(\s{0,20}(?!["'][^"'$\n]{0,200}["']\s{0,20}[,)])/i,
  /\b(?:eval|create_function|unserialize|call_user_func|call_user_func_array|forward_static_call|forward_static_call_array|is_callable|spl_autoload_register|Closure::fromCallable)\s{0,20}\(|\bassert\s{0,20}\(\s{0,20}["'$]|\bReflection(?:Class|Method|Function|Object|Enum|Property)\b/i,
  /(?:->|\b)(?:make|makeWith|app|resolve|getInstance|newInstance)\s{0,20}\(\s{0,20}\$|[a-z]\\{1,2}["']\s{0,20}\.|\\{1,2}[A-Z]\w{0,100}["']\s{0,20}\.|\.\s{0,20}["']\w{0,60}\\{1,2}[A-Z]\w/,
  { test: includesOthers },
];

/** Returns whether a directive of Dart has two texts beside each other, which are one. */
const joinsTexts = (text: string): boolean =>
  text.split(';').some((statement) => {
    const at = statement.search(/\b(?:import|export|part)\b/);
    return at !== -1 && /["']\s{0,20}(?:r?["']|\/[*/])/.test(statement.slice(at));
  });

/** Each matches an import of Dart by a text of several parts, and of what only shows at run time. */
export const dartDynamic: readonly TextTest[] = [/\bspawnUri\b|\bdart:mirrors\b/, { test: joinsTexts }];

/*
 * HOW TO ADD RULES AND MODELS FOR A LANGUAGE
 *
 * Source text → `lower/<language>*.ts` (syntax tree to the intermediate representation of `ir.ts`) →
 * `taint/interpret.ts`, which interprets the program abstractly, once per file: constants are folded, unreachable
 * branches are skipped, lists and maps are followed by constant key, and functions of the same file are entered with
 * their arguments. Taint that is passed to functions of other files is followed as well: `cross-file-taint.ts` finds
 * the file, which is analyzed again. A file without the words of any source or pattern is never parsed
 * (`taint/prefilter.ts`). The interpreter asks the rules at every call, assignment, record entry, function and
 * annotation; no rule walks trees itself.
 *
 * Templates and configuration have simpler rules: `templates/template-rule.ts`, `configuration/configuration-rule.ts`.
 *
 * A RULE is a file `rules/<language>/<rule-id>.ts` that exports one `Rule` (see below), listed in the folder's
 * `index.ts`.
 *   id        is kebab-case with the prefix of the language: `js-`, `py-`, `java-`, `go-`, `cs-`, `rs-`, `php-`, `rb-`. It is stable: repositories
 *             use it in `.scangateignore` (`sast:<id>`) and in `scangate:allow <id> <reason>` comments.
 *   positives are small files with exactly one finding of the rule; if a line ends in the comment `HERE`
 *             (`// HERE`, `# HERE`), the finding is in that line.
 *   negatives are small files without a finding of the rule.
 *   confidence `low` is for a place that only an auditor can judge: the finding is reported, and judged only when the
 *             policy says so. `fromParameter` derives such a rule for what the callers of a function pass (the label
 *             `parameter`); `isBuiltText` recognizes a text with a part of unknown origin.
 *   words     are needed where the names of a rule are so common that every file would be parsed for it.
 *   A rule looks for any of these:
 *   sinks     are places where untrusted text is dangerous (they need a `category`):
 *             `{ call: ['db.query'], args: [0] }`, `{ write: ['*.innerHTML'] }`, `{ returns: … }`.
 *   calls     are wrong in themselves: `{ call: ['*.createHash'], when: ({ args }) => args[0]?.constant === 'md5' }`.
 *   entries   are record entries or keyword arguments:
 *             `{ key: ['rejectUnauthorized'], when: (value) => value.constant === false }`.
 *   writes    are assignments: `{ write: ['*.InsecureSkipVerify'], when: (value) => … }`, or by `name: /token/i`.
 *   functions are predicates on functions: `(unit) => boolean`; annotations and imports are similar.
 *
 * PATTERNS match dotted names: a first segment `*` is any prefix, elsewhere it is any one segment; `{a,b}` are
 * alternatives. A callee has several names, and a pattern may match any of them: as imported
 * (`child_process.exec`, `os/exec.Command`, `java.sql.Statement`, `subprocess.run`), by the class of its receiver
 * (`Statement.executeQuery`, with and without the package), and as written (`req.app.get`). The result of a call is
 * named `callee()`: `mysql.createPool().query`. The result of `new X` has the class X. Parameters have their declared
 * names unless a callback model renames them. `*.query` matches every method `query`; a bare `eval` only matches the
 * function of that name.
 *
 * MODELS are in `rules/<language>/{sources,sanitizers,library}.ts` and combined in `index.ts` as a `LanguageModel`
 * (below): sources, sanitizers, guards, callbacks, and the classes that calls return. The result of an unknown function
 * is as tainted as its arguments and receiver, unless a sanitizer with `cleans: 'all'` names it (lengths, database
 * lookups, comparisons). Stores that outlive a request, such as a session, hand on by key what was put into them. Concatenation makes text, which is harmless where only a record is dangerous (`nosql`,
 * `prototype`). Arithmetic makes numbers and only keeps taints of other labels (`weak-random`).
 *
 * A GRAMMAR in `lower/<language>*.ts` maps each kind of node to an expression or to statements; a node of another kind
 * is the sum of its parts. Java classes have their simple names (`Statement`, never `java.sql.Statement`); Go functions
 * and types the full import path (`os/exec.Command`, `net/http.Request.FormValue`); Python names follow the import;
 * JavaScript names the module (without `node:`). A Python call of a capitalized name and `new` are `created`. `T{k: v}`
 * and keyword arguments are entries, with the class or callee in `callee`.
 *
 * TEMPLATES (EJS, Handlebars, Jinja, Django, Twig, Blade, ERB, JSP, Pug, Razor, Vue) have no grammar: `templates/` finds
 * their tags and asks its own rules. `embedded/` takes the code of Blade, EJS, ERB, JSP, Pug, Razor and Vue, and the scripts of
 * all of them, out as code of their languages: one entry in the table of `embedded/embedded-code.ts` for each.
 *
 * TESTS: `test/engines/sast/rules.test.ts` runs the samples of every rule; `test/corpora/sast/` holds cases of whole languages.
 */
import type { Severity } from '../model/severity.ts';
import type { Annotation, ClassUnit, Expression, FunctionUnit, Parameter } from './ir.ts';
import { ruleCategories } from './rule-categories.ts';
import type { Syntax } from './syntax.ts';
import type { Label, Value } from './taint/value.ts';

export type { Language } from '../model/gate/languages.ts';

/**
 * Categories of sinks. Text is sanitized for each one separately: what is safe in a page need not be safe in a
 * query.
 */
const categories = [
  'sql',
  'command',
  'path',
  'code',
  'xss',
  'ssrf',
  'redirect',
  'nosql',
  'template',
  'deserialization',
  'xxe',
  'ldap',
  'xpath',
  'log',
  'header',
  'prototype',
  'regex',
  'format',
  'trust',
  'random',
  'other',
  ...ruleCategories,
] as const;
export type Category = (typeof categories)[number];

export const categoryBit = (category: Category): number => 1 << categories.indexOf(category);
export const categoryMask = (cleaned: readonly Category[] | 'all'): number =>
  cleaned === 'all' ? -1 : cleaned.reduce((mask, category) => mask | categoryBit(category), 0);

/** A call under evaluation. */
export interface Call {
  names: readonly string[];
  /** The positional arguments, without spreads. */
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
  /** The receiver of a method call. */
  receiver: Value | undefined;
  created: boolean;
  at: Syntax;
  /** The argument expressions by position, for the few rules that look at the syntax. */
  written: readonly Expression[];
  /** The enclosing function. */
  within: FunctionUnit | undefined;
}

export interface Sink {
  call?: readonly string[];
  /** The dangerous arguments; the first by default. `receiver` is the object of the method call. */
  args?: readonly number[] | 'all' | 'receiver';
  /** The dangerous keyword arguments. */
  named?: readonly string[];
  /** When the argument is a record, only these entries are dangerous. */
  fields?: readonly string[];
  /** Ignores taint inside of a record or list. */
  shallow?: boolean;
  when?: (call: Call) => boolean;
  /** Assigning to these names is dangerous. */
  write?: readonly string[];
  /** Returning from such a function is dangerous. */
  returns?: (unit: FunctionUnit, owner: ClassUnit | undefined) => boolean;
  /** Exempts a value, for instance one that begins with a fixed host (`value.prefix`). */
  unless?: (value: Value) => boolean;
}

export interface Rule {
  id: string;
  /** The CWE id, like `CWE-89`. */
  cwe: string;
  severity: Severity;
  /** Set for a place that only an auditor can judge; absent for a proven flow or a certain pattern. */
  confidence?: 'low';
  title: string;
  /** The weakness and its consequence, in one or two sentences. */
  message: string;
  /** The remedy, in one or two sentences. */
  help: string;
  category?: Category;
  /** The labels of taint that are dangerous; `user` by default. */
  labels?: readonly Label[];
  sinks?: readonly Sink[];
  calls?: readonly { call: readonly string[]; when?: (call: Call) => boolean }[];
  entries?: readonly { key: readonly string[]; when: (value: Value, entry: EntryContext) => boolean }[];
  writes?: readonly {
    write?: readonly string[];
    name?: RegExp;
    when: (value: Value, within: FunctionUnit | undefined) => boolean;
  }[];
  functions?: (unit: FunctionUnit, owner: ClassUnit | undefined) => boolean;
  annotations?: readonly { name: readonly string[]; when?: (annotation: Annotation) => boolean }[];
  imports?: readonly string[];
  /**
   * One of these words occurs in every file with a finding: without them, the rule's common names would cause every
   * file to be parsed.
   */
  words?: readonly string[];
  /** Rules whose finding at the same position replaces a finding of this rule. */
  supersededBy?: readonly string[];
  positives: readonly string[];
  negatives: readonly string[];
  /** The file name of the cases when they need another dialect, such as `a.tsx`. */
  sampleFile?: string;
}

/** The context of a record entry or keyword argument. */
export interface EntryContext {
  /** The names of the enclosing call, also when the entry is in a record argument; empty without a call. */
  callee: readonly string[];
  record: Value | undefined;
}

/** The function that declares a parameter, its class, and the position of the parameter. */
export interface ParameterPlace {
  unit: FunctionUnit;
  owner: ClassUnit | undefined;
  index: number;
}

export interface Source {
  /** The description that begins a flow: "query parameter of the request". */
  description: string;
  /** The label of the taint; `user` by default. */
  label?: Label;
  /** Categories that the source is harmless for: a path segment is text, never a record (`nosql`). */
  cleans?: readonly Category[];
  /** The names of tainted values: `req.query`. */
  read?: readonly string[];
  /** The calls whose result is tainted. */
  call?: readonly string[];
  when?: (call: Call) => boolean;
  /** The out-parameters of the call, which are tainted afterwards. */
  fills?: readonly number[];
  /** One of these words occurs in every file that has such a `parameter`; without them any file may have one. */
  words?: readonly string[];
  /** Selects tainted parameters of functions that a framework calls, by annotation, type or position. */
  parameter?: (parameter: Parameter, place: ParameterPlace) => boolean;
}

export interface Sanitizer {
  call: readonly string[];
  /** The harmless parts of a tainted value: `Path(x).name`. */
  read?: readonly string[];
  cleans: readonly Category[] | 'all';
  /** The name alone suggests a sanitizer; a function defined in the same file is analyzed instead. */
  guess?: boolean;
  when?: (call: Call) => boolean;
}

/** A test that sanitizes a value in the branch where it holds. */
export interface Guard {
  call: readonly string[];
  /** The index of the checked argument, or the receiver. */
  of: number | 'receiver';
  cleans: readonly Category[] | 'all';
  /** The value is safe when the test is false. */
  negated?: boolean;
  when?: (call: Call) => boolean;
}

/** Names the parameters of a function passed to a call (`req`), so that sources and sinks match them. */
export interface Callback {
  call: readonly string[];
  parameters: readonly (string | undefined)[];
  /** Parameter names that are kept as they are. */
  unless?: readonly string[];
  when?: (call: Call) => boolean;
}

/** The class that a call returns when the file does not declare it. */
export interface CallResultType {
  call: readonly string[];
  type: string;
}

/** A store that outlives a call, such as a session: a value stored under a key is read under it elsewhere. */
export interface CrossRequestStore {
  /** Calls with a key and a value. */
  put?: readonly string[];
  /** Calls with a key. */
  get?: readonly string[];
  /** Objects whose members are the keys: `req.session`. */
  holders?: readonly string[];
}

/** The effect of a method on the list or map that it is called on. */
export type ContainerUse =
  | 'append'
  | 'prepend'
  | 'put'
  | 'get'
  | 'removeAt'
  /** Removes the returned item, by index or key. */
  | 'pop'
  /** Uses two keys: a section and one of its options. */
  | 'putIn'
  | 'getIn'
  | 'clear'
  | 'mutate'
  | 'first'
  | 'last';

export interface LanguageModel {
  rules: readonly Rule[];
  sources: readonly Source[];
  sanitizers: readonly Sanitizer[];
  guards: readonly Guard[];
  callbacks: readonly Callback[];
  results: readonly CallResultType[];
  crossRequestStores?: readonly CrossRequestStore[];
  /** Calls whose first argument is a format (`%s`, `{}`) for the others: the result begins like the format. */
  formats?: readonly string[];
  /** Calls that look up their first argument in the unit's settings (`.properties` files). */
  settings?: readonly string[];
  /** Methods of lists, maps and builders by name; `Class.method` takes precedence over `method`. */
  containers: Readonly<Record<string, ContainerUse>>;
  /** Names a parameter of an entry point when its own name does not apply. */
  outsideName?: (parameter: Parameter, unit: FunctionUnit, index: number) => string | undefined;
  /** For a word of a pattern, other words whose presence in a file also lets the pattern match. */
  impliedBy?: Readonly<Record<string, readonly string[]>>;
  /** True when methods may be called without `this.` (Java). */
  implicitSelf: boolean;
  /** True when a call without arguments also reads a field: `user.name` (Ruby). */
  callsReadFields?: boolean;
  /** True when a name with `$` is a variable of the whole program (Ruby). */
  hasGlobals?: boolean;
  /** Types whose values hold no text (int, boolean): a value declared with one is clean. */
  scalarTypes: readonly string[];
}

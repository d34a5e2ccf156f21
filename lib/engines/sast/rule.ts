/*
 * HOW TO ADD RULES AND MODELS FOR A LANGUAGE
 *
 * Source text → `lower/<language>*.ts` (syntax tree to the common form of `ir.ts`) → `taint/interpret.ts`, which runs
 * the program abstractly, once, file by file: constants are folded, branches that are never taken are left out, lists
 * and maps are followed by constant key, functions of the same file are entered with the arguments they are given.
 * What is given to functions of other files is followed, too: `across-files.ts` says which file, which is run again.
 * A file without the words that sources and patterns need is not even parsed (`taint/triggers.ts`).
 * At every call, assignment, record entry, function and annotation it asks the rules. No rule walks trees by itself.
 *
 * A RULE is a file `rules/<language>/<rule-id>.ts` exporting one `Rule` (see below), named in that folder's `index.ts`.
 *   id        kebab-case with the language's prefix: `js-`, `py-`, `java-`, `go-`; stable, repositories name it in
 *             `.scangateignore` (`sast:<id>`) and in `scangate:allow <id> <reason>` comments.
 *   positives each a small file with exactly one finding of this rule; where a line ends in the comment `HERE`
 *             (`// HERE`, `# HERE`), the finding is in that line.
 *   negatives each a small file without a finding of this rule.
 *   What it looks for, any of:
 *   sinks     places where text an outsider chose does harm (needs `category`). `{ call: ['db.query'], args: [0] }`,
 *             `{ write: ['*.innerHTML'] }`, `{ returns: … }`.
 *   calls     a call that is wrong by itself: `{ call: ['*.createHash'], when: ({ args }) => args[0]?.constant === 'md5' }`.
 *   entries   a record entry or keyword argument: `{ key: ['rejectUnauthorized'], when: (value) => value.constant === false }`.
 *   writes    an assignment: `{ write: ['*.InsecureSkipVerify'], when: (value) => … }`, or by `name: /token/i`.
 *   functions a function, by itself: `(unit) => boolean`; annotations, imports likewise.
 *
 * PATTERNS of names: segments between dots; `*` as first segment is anything before, elsewhere any one segment;
 * `{a,b}` alternatives. A callee has several names, and a pattern may fit any: as imported
 * (`child_process.exec`, `os/exec.Command`, `java.sql.Statement`, `subprocess.run`), by its receiver's class
 * (`Statement.executeQuery`, with and without the package), as written (`req.app.get`). The result of a call is named
 * `callee()`: `mysql.createPool().query`. What `new X` makes has the class X. Parameters are named as they are declared
 * unless a callback model says otherwise. `*.query` fits every method `query`, whatever its receiver; a bare `eval` only
 * the function of that name.
 *
 * MODELS stand in `rules/<language>/{sources,sanitizers,library}.ts` and are put together in `index.ts` as a
 * `LanguageModel` (below): sources, sanitizers, guards, callbacks, results (classes of what calls return).
 * A call of a function we do not know returns something as tainted as its arguments and receiver, unless a sanitizer
 * with `cleans: 'all'` names it (lengths, lookups in databases, comparisons). What is put together is text: harmless
 * where only a record does harm (`nosql`, `prototype`). Arithmetic makes numbers of what outsiders wrote, and keeps
 * labels of other kinds (`weak-random`).
 *
 * A GRAMMAR in `lower/<language>*.ts` maps each kind of node to an expression or to statements; kinds it does not name
 * are the sum of their parts. Language by language: Java's classes go by their simple names (`Statement`, never
 * `java.sql.Statement`); Go's functions and types by the full import path (`os/exec.Command`, `net/http.Request.FormValue`);
 * Python's by what they were imported as; JavaScript's by module (`node:` left out). A Python call of a Capitalized name
 * and `new` are `created`. `T{k: v}` and keyword arguments are entries, with the class or callee in `callee`.
 *
 * TESTS: `vitest run test/engines/sast/rules.test.ts` runs every rule's own cases; what is asked of a whole language
 * stands in `test/quality/sast/<language>.ts`.
 */
import type { Severity } from '../model/severity.ts';
import type { Annotation, ClassUnit, Expression, FunctionUnit, Parameter } from './ir.ts';
import type { Syntax } from './syntax.ts';
import type { Label, Value } from './taint/value.ts';

export const languages = ['javascript', 'python', 'java', 'go'] as const;
export type Language = (typeof languages)[number];

/** What text can be made harmless for, one by one: what is safe in a page need not be safe in a query. */
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
] as const;
export type Category = (typeof categories)[number];

export const categoryBit = (category: Category): number => 1 << categories.indexOf(category);
export const categoryMask = (cleaned: readonly Category[] | 'all'): number =>
  cleaned === 'all' ? -1 : cleaned.reduce((mask, category) => mask | categoryBit(category), 0);

/** A call as it is evaluated. */
export interface Call {
  names: readonly string[];
  /** Positional ones, spreads left out. */
  args: readonly Value[];
  named: ReadonlyMap<string, Value>;
  /** The object of a method call. */
  receiver: Value | undefined;
  created: boolean;
  at: Syntax;
  /** Arguments as written, by position, for the rare rule that asks how. */
  written: readonly Expression[];
  /** The function it stands in. */
  within: FunctionUnit | undefined;
}

export interface Sink {
  call?: readonly string[];
  /** Which arguments do harm; the first unless said. `receiver`: what the method is called on. */
  args?: readonly number[] | 'all' | 'receiver';
  /** Keyword arguments that do, too. */
  named?: readonly string[];
  /** Where the argument is a record: only these of its entries. */
  fields?: readonly string[];
  /** Only what is itself tainted, not what holds something tainted. */
  shallow?: boolean;
  when?: (call: Call) => boolean;
  /** Assigning to what these name does harm. */
  write?: readonly string[];
  /** What such a function returns does harm. */
  returns?: (unit: FunctionUnit, owner: ClassUnit | undefined) => boolean;
  /** By value: for instance not when it begins with a fixed host (`value.prefix`). */
  unless?: (value: Value) => boolean;
}

export interface Rule {
  id: string;
  /** `CWE-89`. */
  cwe: string;
  severity: Severity;
  title: string;
  /** What is wrong here and what it leads to, one or two sentences. */
  message: string;
  /** What to do instead, one or two sentences. */
  help: string;
  category?: Category;
  /** Taints with one of these labels do harm; `user` unless said. */
  labels?: readonly Label[];
  sinks?: readonly Sink[];
  calls?: readonly { call: readonly string[]; when?: (call: Call) => boolean }[];
  entries?: readonly { key: readonly string[]; when: (value: Value, entry: EntryContext) => boolean }[];
  writes?: readonly { write?: readonly string[]; name?: RegExp; when: (value: Value) => boolean }[];
  functions?: (unit: FunctionUnit, owner: ClassUnit | undefined) => boolean;
  annotations?: readonly { name: readonly string[]; when?: (annotation: Annotation) => boolean }[];
  imports?: readonly string[];
  /** Rules whose finding at the same place says all that this one would. */
  supersededBy?: readonly string[];
  positives: readonly string[];
  negatives: readonly string[];
  /** For cases that need another dialect; a file name such as `a.tsx`. */
  sampleFile?: string;
}

/** Where a record entry or keyword argument stands. */
export interface EntryContext {
  /** Names of the call it is an argument of, directly or as an entry of a record that is; empty when of none. */
  callee: readonly string[];
  record: Value | undefined;
}

export interface Source {
  /** For people, as the beginning of a flow: "query parameter of the request". */
  what: string;
  /** `user` unless said. */
  label?: Label;
  /** What it can never be: a part of a path is text, never a record (`nosql`). */
  cleans?: readonly Category[];
  /** Values by what they are called: `req.query`. */
  read?: readonly string[];
  /** Results of calls. */
  call?: readonly string[];
  when?: (call: Call) => boolean;
  /** Out-parameters: these arguments of the call hold outside text afterwards. */
  fills?: readonly number[];
  /** With `parameter`: words of which one stands in every file that has such a parameter; else every file may. */
  words?: readonly string[];
  /** Parameters of a function that others call: by annotation, type or place. */
  parameter?: (
    parameter: Parameter,
    unit: FunctionUnit,
    owner: ClassUnit | undefined,
    index: number,
  ) => boolean;
}

export interface Sanitizer {
  call: readonly string[];
  /** Parts that are harmless of what is not: `Path(x).name`. */
  read?: readonly string[];
  cleans: readonly Category[] | 'all';
  /** By the look of its name: a function that is in the file itself is looked into instead. */
  guess?: boolean;
  when?: (call: Call) => boolean;
}

/** A test that vouches for a value where it holds. */
export interface Guard {
  call: readonly string[];
  /** Which argument it vouches for, or the receiver. */
  of: number | 'receiver';
  cleans: readonly Category[] | 'all';
  /** When it is false instead. */
  negated?: boolean;
  when?: (call: Call) => boolean;
}

/** A function given to a call: what its parameters are called (`req`), so that sources and sinks know them. */
export interface Callback {
  call: readonly string[];
  parameters: readonly (string | undefined)[];
  /** Own names of a parameter that say by themselves what it is. */
  unless?: readonly string[];
  when?: (call: Call) => boolean;
}

/** The class of what a call returns, where the file does not say. */
export interface CallResultType {
  call: readonly string[];
  type: string;
}

/** How a method changes or reads the list or map it is called on. */
export type ContainerUse =
  | 'append'
  | 'prepend'
  | 'put'
  | 'get'
  | 'removeAt'
  /** Takes out what it gives, by place or by key. */
  | 'pop'
  /** Under two keys: a section and an option of it. */
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
  /** Calls whose first argument is the text that the others are put into (`%s`, `{}`): the result begins as it does. */
  formats?: readonly string[];
  /** Calls that look their first argument up in the unit's settings (`.properties` files). */
  settings?: readonly string[];
  /** Methods of lists, maps and builders by name; `Class.method` goes before `method`. */
  containers: Readonly<Record<string, ContainerUse>>;
  /** What a parameter of a function called from outside is called, where not by its own name. */
  outsideName?: (parameter: Parameter, unit: FunctionUnit, index: number) => string | undefined;
  /** By word of a pattern: words that may stand in a file instead of it, and the pattern fits there all the same. */
  impliedBy?: Readonly<Record<string, readonly string[]>>;
  /** Methods may be called without `this.` (Java). */
  implicitSelf: boolean;
  /** Classes whose values are no text: declared so, a value is clean (int, boolean). */
  scalarTypes: readonly string[];
}

import type { Syntax } from './syntax.ts';

/**
 * The intermediate representation that every language is lowered to: few kinds of expressions and statements, so
 * that the analysis is written once. `at` is the position in the file.
 */
export type Constant = string | number | boolean | null;

export interface Argument {
  /** The name of a keyword argument. */
  name?: string;
  value: Expression;
}

interface Kinds {
  literal: { value: Constant };
  name: { name: string };
  member: { object: Expression; name: string };
  index: { object: Expression; index: Expression };
  /** `created` is true for `new` and for calls that look like a constructor. */
  call: { callee: Expression; args: Argument[]; created: boolean };
  /** The operator is kept as written; logical operators are a `choice`, string concatenation is a `concat`. */
  operation: { operator: string; operands: Expression[] };
  /** A string concatenation, a template or a sum. */
  concat: { parts: Expression[] };
  /** Either of two values: `a ? b : c`, or `a || b` without a test. */
  choice: { test?: Expression; yes: Expression; no: Expression };
  assign: { target: Expression; operator?: string; value: Expression };
  function: { unit: FunctionUnit };
  list: { items: Expression[] };
  /** `type` is the constructed type (`http.Cookie{…}`). */
  record: { entries: RecordEntry[]; type?: Expression };
  spread: { value: Expression };
  /** Statements with the value of the expression behind them, as in Rust. */
  block: { body: Statement[]; value?: Expression };
  /** A cast: `(T) value`. */
  cast: { type: string; value: Expression };
  /** A regular expression literal. */
  regex: { source: string; flags: string };
  /** Anything else; its value is the last part with `last`, and may come from any part without it. */
  other: { what: string; parts: Expression[]; last?: boolean };
}

export type ExpressionKind = keyof Kinds;
export type Expression = { [K in ExpressionKind]: { kind: K; at: Syntax } & Kinds[K] }[ExpressionKind];
export type ExpressionOf<K extends ExpressionKind> = Extract<Expression, { kind: K }>;

/** An entry without a key is spread into the record. */
export interface RecordEntry {
  key?: Expression;
  value: Expression;
  at: Syntax;
}

export interface Annotation {
  name: string;
  args: Argument[];
}

export interface Parameter {
  /** A name, or a destructuring list or record of targets. */
  target: Expression;
  type?: string;
  default?: Expression;
  rest: boolean;
  /** The block of a call, wherever it stands among the arguments. */
  isBlock?: boolean;
  annotations: Annotation[];
}

export interface FunctionUnit {
  name?: string;
  parameters: Parameter[];
  body: Statement[];
  annotations: Annotation[];
  /** The class that declares this method. */
  owner?: string;
  isStatic?: boolean;
  /** True when the module exports this function as itself. */
  isDefault?: boolean;
  /** The name of the receiver: `this`, `self` or a name of the method's own. */
  receiver?: string;
  returnType?: string;
  /** Assignments in it make variables of its own, even where one around it has the same name. */
  ownVariables?: boolean;
  at: Syntax;
}

export interface ClassUnit {
  name: string;
  bases: string[];
  methods: FunctionUnit[];
  fields: { name: string; type?: string; value?: Expression; at: Syntax; annotations?: Annotation[] }[];
  annotations: Annotation[];
  /** The nested classes and statements. */
  body: Statement[];
}

interface StatementKinds {
  evaluate: { value: Expression };
  declare: { target: Expression; type?: string; value?: Expression };
  if: { test: Expression; yes: Statement[]; no: Statement[] };
  /** `each` iterates over the elements of a value, or over its keys. */
  loop: {
    each?: { target: Expression; keyTarget?: Expression; over: Expression; keys: boolean; type?: string };
    init: Statement[];
    test?: Expression;
    update: Expression[];
    body: Statement[];
  };
  /** The case without tests is the default case. */
  switch: {
    subject?: Expression;
    cases: { tests: Expression[]; body: Statement[] }[];
    fallsThrough: boolean;
  };
  return: { value?: Expression };
  /** A throw, break or continue. */
  leave: { how: 'throw' | 'break' | 'continue'; value?: Expression };
  try: {
    body: Statement[];
    handlers: { name?: string; type?: string; body: Statement[] }[];
    finally: Statement[];
  };
  block: { body: Statement[] };
  function: { unit: FunctionUnit };
  class: { unit: ClassUnit };
  /** `path` is the full name of the imported thing. */
  import: { bindings: { local: string; path: string }[] };
}

export type StatementKind = keyof StatementKinds;
export type Statement = { [K in StatementKind]: { kind: K; at: Syntax } & StatementKinds[K] }[StatementKind];

/** A lowered file. */
export interface Program {
  body: Statement[];
  /** True when parts of the file are nested too deeply to be lowered. */
  truncated: boolean;
}

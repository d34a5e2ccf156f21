import type { Syntax } from './syntax.ts';

/**
 * What every language is brought down to before it is analysed: few kinds of expressions and statements, so that
 * the analysis is written once. `at` is where it stands in the file.
 */
export type Constant = string | number | boolean | null;

export interface Argument {
  /** Of a keyword argument. */
  name?: string;
  value: Expression;
}

interface Kinds {
  literal: { value: Constant };
  name: { name: string };
  member: { object: Expression; name: string };
  index: { object: Expression; index: Expression };
  /** `created`: with `new`, or a constructor by its form. */
  call: { callee: Expression; args: Argument[]; created: boolean };
  /** Operators as written; logical ones are a `choice`, joining text is a `concat`. */
  operation: { operator: string; operands: Expression[] };
  /** Text put together, or a sum; `operator` absent for templates. */
  concat: { parts: Expression[] };
  /** One of both: `a ? b : c`, `a || b` (no test). */
  choice: { test?: Expression; yes: Expression; no: Expression };
  assign: { target: Expression; operator?: string; value: Expression };
  function: { unit: FunctionUnit };
  list: { items: Expression[] };
  /** `type`: of what it is made (`http.Cookie{…}`). */
  record: { entries: RecordEntry[]; type?: Expression };
  spread: { value: Expression };
  /** `(T) value`. */
  cast: { type: string; value: Expression };
  /** A regular expression written as such. */
  regex: { source: string; flags: string };
  /** Anything else: its value is the last part's where `last`, and may come from any of them where not. */
  other: { what: string; parts: Expression[]; last?: boolean };
}

export type ExpressionKind = keyof Kinds;
export type Expression = { [K in ExpressionKind]: { kind: K; at: Syntax } & Kinds[K] }[ExpressionKind];
export type ExpressionOf<K extends ExpressionKind> = Extract<Expression, { kind: K }>;

/** Without key: spread into it. */
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
  /** A name, or a list or record of targets that take it apart. */
  target: Expression;
  type?: string;
  default?: Expression;
  rest: boolean;
  annotations: Annotation[];
}

export interface FunctionUnit {
  name?: string;
  parameters: Parameter[];
  body: Statement[];
  annotations: Annotation[];
  /** The class it is a method of. */
  owner?: string;
  isStatic?: boolean;
  /** The module is this function. */
  isDefault?: boolean;
  /** `this`, `self` or what the method calls its object. */
  receiver?: string;
  returnType?: string;
  at: Syntax;
}

export interface ClassUnit {
  name: string;
  bases: string[];
  methods: FunctionUnit[];
  fields: { name: string; type?: string; value?: Expression; at: Syntax; annotations?: Annotation[] }[];
  annotations: Annotation[];
  /** Classes and statements within. */
  body: Statement[];
}

interface StatementKinds {
  evaluate: { value: Expression };
  declare: { target: Expression; type?: string; value?: Expression };
  if: { test: Expression; yes: Statement[]; no: Statement[] };
  /** `each`: over the elements of a value, or its keys. */
  loop: {
    each?: { target: Expression; keyTarget?: Expression; over: Expression; keys: boolean; type?: string };
    init: Statement[];
    test?: Expression;
    update: Expression[];
    body: Statement[];
  };
  /** A case without tests is the default. */
  switch: {
    subject?: Expression;
    cases: { tests: Expression[]; body: Statement[] }[];
    fallsThrough: boolean;
  };
  return: { value?: Expression };
  /** throw, break, continue. */
  leave: { how: 'throw' | 'break' | 'continue'; value?: Expression };
  try: {
    body: Statement[];
    handlers: { name?: string; type?: string; body: Statement[] }[];
    finally: Statement[];
  };
  block: { body: Statement[] };
  function: { unit: FunctionUnit };
  class: { unit: ClassUnit };
  /** `path` is the full name of what the local name stands for. */
  import: { bindings: { local: string; path: string }[] };
}

export type StatementKind = keyof StatementKinds;
export type Statement = { [K in StatementKind]: { kind: K; at: Syntax } & StatementKinds[K] }[StatementKind];

/** A file, lowered. */
export interface Program {
  body: Statement[];
  /** Some of it was nested too deeply to be read. */
  truncated: boolean;
}

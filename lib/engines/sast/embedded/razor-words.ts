/** Statements that may follow `@` with a block of code, and the words that go on after the block. */
export const statements: Readonly<Record<string, readonly string[]>> = {
  do: ['while'],
  for: [],
  foreach: [],
  if: ['else'],
  lock: [],
  switch: [],
  try: ['catch', 'finally'],
  using: [],
  while: [],
};

/** Directives that say something about the page and hold no code that runs; they end with their line. */
export const lineDirectives: ReadonlySet<string> = new Set([
  'addTagHelper',
  'attribute',
  'implements',
  'inherits',
  'layout',
  'model',
  'namespace',
  'page',
  'preservewhitespace',
  'removeTagHelper',
  'rendermode',
  'tagHelperPrefix',
  'typeparam',
  'using',
]);

/** Words that begin code or a directive rather than a value to output. */
export const codeWords: ReadonlySet<string> = new Set([
  ...Object.keys(statements),
  ...lineDirectives,
  'code',
  'else',
  'functions',
  'inject',
  'section',
]);

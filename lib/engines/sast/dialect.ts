/** The grammar file of each dialect. */
export const grammarFiles = {
  JavaScript: 'javascript',
  TypeScript: 'typescript',
  Tsx: 'tsx',
  python: 'python',
  java: 'java',
  go: 'go',
  csharp: 'c-sharp',
  rust: 'rust',
  php: 'php',
  ruby: 'ruby',
} as const;
export type Dialect = keyof typeof grammarFiles;

/** The dialects that are loaded with the parser, since most units have code in these languages. */
export const commonDialects: readonly Dialect[] = ['JavaScript', 'TypeScript', 'Tsx', 'python', 'java', 'go'];

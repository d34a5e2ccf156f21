/** Wraps the lines of a sample in a handler. */
export const handler = (imports: string, lines: string): string =>
  `package main\n\nimport (\n\t"net/http"\n${importLines(imports)})\n\nfunc handle(w http.ResponseWriter, r *http.Request) {\n${lines}\n}\n`;

/** Wraps the lines of a sample in a function. */
export const program = (imports: string, lines: string, parameters = ''): string =>
  `package main\n\nimport (\n${importLines(imports)})\n\nfunc f(${parameters}) {\n${lines}\n}\n`;

const importLines = (imports: string): string =>
  imports
    .split(' ')
    .filter((path) => path !== '')
    .map((path) => `\t"${path}"\n`)
    .join('');

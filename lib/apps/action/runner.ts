/**
 * The protocol of the GitHub Actions runner: it reads commands from a step's output, and values from files that it
 * names.
 */

/** The parts of the environment that the protocol needs. */
export interface RunnerEnvironment {
  environment: Readonly<Record<string, string | undefined>>;
  /** Writes to standard output, which the runner reads line by line. */
  print: (text: string) => void;
  append: (file: string, text: string) => void;
  newId: () => string;
}

export type AnnotationLevel = 'error' | 'warning' | 'notice';

export interface Annotation {
  level: AnnotationLevel;
  title: string;
  message: string;
  file: string;
  line: number;
  endLine?: number;
}

export interface Runner {
  /** The value of an input, without space around it; empty when it is not set. */
  input: (name: string) => string;
  setOutput: (name: string, value: string) => void;
  /** Adds Markdown to the page of the job. */
  addSummary: (markdown: string) => void;
  /** Masks a value in the job's log, in case anything prints it. */
  mask: (value: string) => void;
  annotate: (annotation: Annotation) => void;
  /** Shows a line at the top of the job's page. */
  note: (level: AnnotationLevel, message: string) => void;
  /** Runs code that prints untrusted text: the runner does not interpret any line of it as a command. */
  quoting: <T>(run: (log: (text: string) => void) => Promise<T>) => Promise<T>;
}

/** The runner refuses a summary above this. */
const maxSummaryBytes = 1024 * 1024;

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const commandOf = (name: string, properties: Readonly<Record<string, string>>, message: string): string => {
  const given = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`);
  return `::${name}${given.length > 0 ? ` ${given.join(',')}` : ''}::${escapeData(message)}\n`;
};

/** Cuts Markdown to the remaining size of the summary, at a line end. */
const fitBytes = (text: string, most: number): string => {
  if (Buffer.byteLength(text) <= most) return text;
  const cut = Buffer.from(text).subarray(0, most).toString();
  return cut.slice(0, cut.lastIndexOf('\n') + 1);
};

export const openRunner = ({ environment, print, append, newId }: RunnerEnvironment): Runner => {
  let summaryBytes = 0;
  return {
    input: (name) => (environment[`INPUT_${name.toUpperCase()}`] ?? '').trim(),
    setOutput(name, value) {
      const file = environment['GITHUB_OUTPUT'];
      if (!file) return;
      // A value that guessed the delimiter could set other outputs.
      const delimiter = `scangate_${newId()}`;
      append(file, `${name}<<${delimiter}\n${value}\n${delimiter}\n`);
    },
    addSummary(markdown) {
      const file = environment['GITHUB_STEP_SUMMARY'];
      if (!file) return;
      const text = fitBytes(markdown, maxSummaryBytes - summaryBytes);
      summaryBytes += Buffer.byteLength(text);
      append(file, text);
    },
    mask(value) {
      if (value !== '') print(commandOf('add-mask', {}, value));
    },
    annotate({ level, title, message, file, line, endLine }) {
      const place = { file, line: String(line), ...(endLine !== undefined && { endLine: String(endLine) }) };
      print(commandOf(level, { title, ...place }, message));
    },
    note: (level, message) => print(commandOf(level, { title: 'Scangate' }, message)),
    async quoting(run) {
      // Nobody else knows the token that ends the quotation.
      const token = newId();
      print(`::stop-commands::${token}\n`);
      try {
        return await run((text) => print(text.endsWith('\n') ? text : `${text}\n`));
      } finally {
        print(`::${token}::\n`);
      }
    },
  };
};

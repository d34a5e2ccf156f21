import { LineCounter, parseDocument } from 'yaml';
import { withinYamlDepth } from '@scangate/engines/text/yaml-nesting';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import { printable } from '../output/terminal.ts';

/** The service accepts a change of this size and more. */
const maxBytes = 1_048_576;

const bad = (message: string): CliFailure =>
  new CliFailure(exitCodes.badInput, printable(message), 'policy_file');

/**
 * Reads an object, such as a policy change, from JSON or YAML, of which JSON is a subset.
 * @param expected describes the object. @throws CliFailure with line and column
 */
export const readPolicyFile = (
  name: string,
  bytes: Uint8Array,
  expected = 'a change is an object with the fields of the gate that change.',
): Record<string, unknown> => {
  if (bytes.length > maxBytes)
    throw bad(`${name} has ${bytes.length} bytes; a change has at most ${maxBytes}.`);
  const tooDeep = (): CliFailure => bad(`${name} is nested too deeply.`);
  return withinYamlDepth(new TextDecoder().decode(bytes), (text) => parse(text, name, expected), tooDeep);
};

const parse = (text: string, name: string, expected: string): Record<string, unknown> => {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: true });
  const [error] = [...document.errors, ...document.warnings];
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw bad(`${name}:${line}:${col}: ${error.message}`);
  }
  const value = valueOf(document, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw bad(`${name}:1:1: ${expected}`);
};

const valueOf = (document: ReturnType<typeof parseDocument>, name: string): unknown => {
  try {
    // A few nested aliases would expand to gigabytes.
    return document.toJS({ maxAliasCount: 0 });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw bad(`${name}: aliases are not allowed.`);
  }
};

import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { Problem } from '@scangate/domain/problem';
import { parseJson } from '../parse-json.ts';

/** Deeper than any body of the service is. */
const maxDepth = 30;

const malformed = (detail: string): Problem => new Problem('malformed_json', { detail });

/** Returns the key of an entry as text. @throws Problem malformed_json for a key twice, or one that is no text. */
const keyOf = (key: unknown, known: ReadonlySet<string>): string => {
  const value = isScalar(key) ? key.value : undefined;
  if (typeof value !== 'string') throw malformed('The keys of the YAML have to be texts.');
  if (known.has(value)) throw malformed(`The YAML has the key ${value.slice(0, 100)} twice in one mapping.`);
  return value;
};

/** Writes a node as JSON. Aliases are not followed: a few of them would become gigabytes. */
const jsonOf = (node: unknown, depth: number): string => {
  if (depth > maxDepth) throw malformed('The YAML is nested too deeply.');
  if (isAlias(node)) throw malformed('Aliases of YAML are not taken.');
  if (isScalar(node)) {
    const { value } = node;
    const isJson = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (!isJson) throw malformed('The YAML has a value that JSON does not have.');
    return JSON.stringify(value);
  }
  if (isSeq(node)) return `[${node.items.map((item) => jsonOf(item, depth + 1)).join(',')}]`;
  if (!isMap(node)) return 'null';
  const keys = new Set<string>();
  const entries = node.items.map(({ key, value }) => {
    const name = keyOf(key, keys);
    keys.add(name);
    return `${JSON.stringify(name)}:${jsonOf(value, depth + 1)}`;
  });
  return `{${entries.join(',')}}`;
};

/** Reads a body in YAML as the same body in JSON would be read. @throws Problem malformed_json or unknown_field. */
export const readYaml = (text: string): unknown => {
  try {
    // Looking for keys twice is left to this module: the library compares each with each.
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, merge: false });
    const [error] = document.errors;
    if (error) throw malformed(`The body is not valid YAML: ${error.message.slice(0, 200)}`);
    return parseJson(jsonOf(document.contents, 0));
  } catch (error) {
    // A hostile text may exhaust the stack.
    if (error instanceof RangeError) throw malformed('The YAML is nested too deeply.');
    throw error;
  }
};

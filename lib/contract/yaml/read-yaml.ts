import { isAlias, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { Problem } from '@scangate/domain/problem';
import { withinYamlDepth } from '@scangate/engines/text/yaml-nesting';
import { parseJson } from '../parse-json.ts';

/** Deeper than any valid body. */
const maxDepth = 30;

const malformed = (detail: string): Problem => new Problem('malformed_json', { detail });

const tooDeep = (): Problem => malformed('The YAML is nested too deeply.');

/** Returns the key of an entry as text. @throws Problem malformed_json for a duplicate key, or one that is not text. */
const keyOf = (key: unknown, known: ReadonlySet<string>): string => {
  const value = isScalar(key) ? key.value : undefined;
  if (typeof value !== 'string') throw malformed('The keys of the YAML have to be texts.');
  if (known.has(value)) throw malformed(`The YAML has the key ${value.slice(0, 100)} twice in one mapping.`);
  return value;
};

/** Writes a node as JSON. Aliases are not followed: a few of them could expand to gigabytes. */
const jsonOf = (node: unknown, depth: number): string => {
  if (depth > maxDepth) throw tooDeep();
  if (isAlias(node))
    throw malformed('Aliases of YAML (`*name`) are not accepted: write out what they stand for.');
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

/** Reads a YAML body with the same result as the equivalent JSON. @throws Problem malformed_json or unknown_field. */
export const readYaml = (text: string): unknown => withinYamlDepth(text, read, tooDeep);

const read = (text: string): unknown => {
  // This module checks for duplicate keys: the library compares each key with all others.
  const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, merge: false });
  const [error] = document.errors;
  if (error) throw malformed(`The body is not valid YAML: ${error.message.slice(0, 200)}`);
  return parseJson(jsonOf(document.contents, 0));
};

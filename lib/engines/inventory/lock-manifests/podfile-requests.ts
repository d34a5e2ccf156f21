import { siblingPath } from '@scangate/engines/units/paths';
import { callsInside, rubyStatements, type RubyStatement } from '../parse/ruby-statements.ts';
import type { ManifestReader } from './manifest-reader.ts';

const pod = /^pod[\s(]\s{0,20}["']([^"'#\n]{1,200})["']/;
const conditional = /^(?:if|unless|case|while|until|begin)\b/;
const opening = /^(?:if|unless|case|while|until|begin|def)\b|\bdo(?:\s{0,20}\|[^|\n]{0,100}\|)?$/;
const modified = /\s(?:if|unless)\s/;
/** Returns the name of a pod without its subspec: `Firebase` for `Firebase/Core`. */
export const podName = (name: string): string => name.split('/', 1)[0] ?? name;

/** Returns whether a statement requests pods that its text does not name. */
const isComputed = (statement: RubyStatement): boolean =>
  callsInside(statement, 'pod') ||
  /^(?:podspec|eval|instance_eval)\b/.test(statement.code) ||
  (/^pod(?![\w:?!])/.test(statement.code) && !pod.test(statement.text));

/** Reads the pods that a Podfile names literally and under no condition. The file is a program and is not executed. */
export const podfileRequests: ManifestReader = ({ path, readText }) => {
  const names: string[] = [];
  const computed: string[] = [];
  /** Whether each open block is a condition. */
  const open: boolean[] = [];
  const manifest = siblingPath(path, 'Podfile');
  const statements = rubyStatements(readText(manifest) ?? '');
  if (!statements) return { names, unreadable: [manifest] };
  for (const statement of statements) {
    const { text } = statement;
    const name = open.includes(true) || modified.test(text) ? undefined : pod.exec(text)?.[1];
    if (name !== undefined) names.push(name);
    if (isComputed(statement)) computed.push(`${manifest}: ${text}`);
    if (text === 'end') open.pop();
    else if (opening.test(text)) open.push(conditional.test(text));
  }
  return { names, computed };
};

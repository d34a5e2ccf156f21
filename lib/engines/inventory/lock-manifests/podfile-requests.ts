import { siblingPath } from '@scangate/engines/units/paths';
import { linesOf } from '../parse/lines.ts';
import type { ManifestReader } from './manifest-reader.ts';

const pod = /^pod[\s(]\s{0,20}["']([^"'#\n]{1,200})["']/;
const conditional = /^(?:if|unless|case|while|until|begin)\b/;
const opening = /^(?:if|unless|case|while|until|begin|def)\b|\bdo(?:\s{0,20}\|[^|\n]{0,100}\|)?$/;
const modified = /\s(?:if|unless)\s/;
const longestLine = 2000;

const withoutComment = (line: string): string => {
  const at = line.search(/(?:^|\s)#/);
  return (at === -1 ? line : line.slice(0, at)).trim();
};

/** Returns the name of a pod without its subspec: `Firebase` for `Firebase/Core`. */
export const podName = (name: string): string => name.split('/', 1)[0] ?? name;

/** Reads the pods that a Podfile names literally and under no condition. The file is a program and is not executed. */
export const podfileRequests: ManifestReader = ({ path, readText }) => {
  const names: string[] = [];
  /** Whether each open block is a condition. */
  const open: boolean[] = [];
  const manifest = siblingPath(path, 'Podfile');
  let isWhole = true;
  for (const line of linesOf(readText(manifest) ?? '')) {
    const isLong = line.length > longestLine;
    if (isLong && !line.trimStart().startsWith('#')) isWhole = false;
    const text = isLong ? '' : withoutComment(line);
    const name = open.includes(true) || modified.test(text) ? undefined : pod.exec(text)?.[1];
    if (name !== undefined) names.push(name);
    if (text === 'end') open.pop();
    else if (opening.test(text)) open.push(conditional.test(text));
  }
  return { names, unreadable: isWhole ? [] : [manifest] };
};

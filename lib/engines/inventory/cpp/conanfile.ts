import { siblingPath } from '@scangate/engines/units/paths';
import type { LockfileInput } from '../lockfile-reader.ts';
import { linesOf, withPythonBreaks } from '../parse/lines.ts';

const ofText = /^([\w.+-]{1,101})\/\S{1,200}/;
const sections: ReadonlySet<string> = new Set([
  'requires',
  'tool_requires',
  'build_requires',
  'test_requires',
]);
const ofRecipe = /(?:\.(?:tool_|build_|test_)?requires\(|requires = )\s{0,20}f?["']([\w.+-]{1,101})\//g;

const askedByText = (text: string): string[] => {
  let isOpen = false;
  return linesOf(withPythonBreaks(text)).flatMap((line) => {
    const section = /^\[([\w-]{1,60})\]/.exec(line.trim())?.[1];
    if (section !== undefined) isOpen = sections.has(section);
    const name = isOpen ? ofText.exec(line.trim())?.[1] : undefined;
    return name === undefined ? [] : [name];
  });
};

const withoutComments = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n');

/** Returns the names that a conanfile.txt requires, or a conanfile.py in calls with literal references. */
export const packagesRequestedOfConan = ({ path, readText }: LockfileInput): Set<string> => {
  const text = readText(siblingPath(path, 'conanfile.txt'));
  const recipe = readText(siblingPath(path, 'conanfile.py'));
  const calls = recipe === undefined ? [] : [...withoutComments(recipe).matchAll(ofRecipe)];
  return new Set([
    ...(text === undefined ? [] : askedByText(text)),
    ...calls.flatMap(([, name]) => name ?? []),
  ]);
};

/** An address has a scheme, or begins with two slashes; it ends with what stands around it. */
const address = /(?:\bnpm:|\/\/)[^\s"'`<>()\\]+/g;
const notInAddresses = /[\s"'`,{}<>()[\]]+/;
/** A scoped name by itself is no address. */
const scopedName = /^@[^/:]{1,200}\/[^/:@]{1,200}$/;

/** An ASCII character as an address may write it: `%6c`. */
const encoded = /%([2-7][\da-f])/gi;

const decoded = (path: string): string =>
  path.replace(encoded, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Lists the parts of a path as names of packages of npm, without versions: `@a/b` and `qs` of `x.org/@a/b@1/qs`. */
export function* namesInPath(path: string): Generator<string> {
  if (path.includes('%')) yield* plainNamesIn(decoded(path));
  yield* plainNamesIn(path);
}

function* plainNamesIn(path: string): Generator<string> {
  let scope = '';
  for (const part of path.split(/[/:,?&=#*+]+/)) {
    const version = part.indexOf('@', 1);
    const name = (version === -1 ? part : part.slice(0, version)).replace(/\.(?:git|tgz)$/, '');
    if (scope !== '') yield `${scope}/${name}`;
    if (!part.startsWith('@') && name !== '') yield name;
    scope = part.startsWith('@') ? part : '';
  }
}

const isAddress = (word: string): boolean => /[/:]/.test(word) && !scopedName.test(word);

/**
 * Lists the names that packages of npm may have by the addresses of a text: `npm:qs@6` and `https://esm.sh/qs`. Of `all`
 * words, in a list of packages, each with a slash or colon inside is an address, such as `github:a/qs` and `a/qs`.
 */
export function* namesInAddresses(text: string, which?: 'all'): Generator<string> {
  if (which === 'all') {
    for (const word of text.split(notInAddresses)) {
      const stated = word.replace(/:$/, '');
      if (isAddress(stated)) yield* namesInPath(stated);
    }
    return;
  }
  for (const [found] of text.matchAll(address)) yield* namesInPath(found);
}
/** Enough for the name of a package, and for what stands before a path. */
const around = 320;
const folder = 'node_modules';

/** A whole name of a package after the folder, without a step to another folder. */
const wholeName =
  /^\/(?:(?:@[\w.~-]{1,100}\/)?[A-Za-z0-9_~][\w.~-]{0,200}|\.bin|\.cache|\.vite|\.package-lock\.json)(?=["'`/!?@)])(?![^\s"'`]{0,300}\/\.{1,2}\/)/;
/** The folder of types, which hold no code. */
const types = /^\/@types\/?["'`]/;
/** A name of which a pattern or a program completes a part. */
const partialName = /^\/(?:[\w@.~-]{0,200}(?:[$?{[]|\*(?!\*))|\*\*\/[\w.])/;
/** The names of lists of what is left out. */
const leavesOut = /exclude|ignore|skip/i;
/** The names of lists of where modules are looked for, and of comparisons. */
const compares = /^(?:includes|indexOf|startsWith|endsWith|match)$/;
const looksIn = /^(?:modules|moduleDirectories|modulePaths|test)$/;
/** Something that is added to a path. */
const continued = /^[^"'`\n]{0,300}["'`]\s{0,20}[+.]|^[^"'`\n]{0,300}\$\{/;
const negated = /["'`]![/.*]{0,4}$/;

/** Returns whether a text ends inside the parentheses of a call. */
const isCall = (before: string): boolean => {
  const at = before.lastIndexOf('(');
  return (
    at > Math.max(before.lastIndexOf(')'), before.lastIndexOf('{')) &&
    /\w$/.test(before.slice(0, at).trimEnd())
  );
};

/** Returns the last word of a text; '' where something else is added to it. */
const lastWordBefore = (text: string): string => {
  let end = text.length;
  while (end > 0 && /[^\w+]/.test(text.charAt(end - 1))) end -= 1;
  let start = end;
  while (start > 0 && /\w/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, end);
};

/** Returns whether a program that removes files stands before. */
const isRemoved = (before: string): boolean => {
  const at = Math.max(before.lastIndexOf('rm '), before.lastIndexOf('rm"'), before.lastIndexOf('rimraf'));
  return at !== -1 && !/\w/.test(before.charAt(at - 1)) && /^[\w\s",./*-]*$/.test(before.slice(at));
};

/** Returns whether the path after a text is only compared or left out. */
const isOnlyCompared = (before: string, after: string): boolean => {
  const list = before.lastIndexOf('[');
  const words = [before, ...(list > before.lastIndexOf(']') ? [before.slice(0, list)] : [])].map(
    lastWordBefore,
  );
  if (negated.test(before.slice(-8))) return true;
  if (!isCall(before) && words.some((word) => leavesOut.test(word))) return !continued.test(after);
  const isPattern = isCall(before) ? compares : looksIn;
  return !partialName.test(after) && (isRemoved(before) || words.some((word) => isPattern.test(word)));
};

const reachesAt = (text: string, at: number, onlyPartial: boolean): boolean => {
  const after = text.slice(at + folder.length, at + folder.length + around);
  if (onlyPartial) return partialName.test(after);
  const before = text.slice(Math.max(0, at - around), at);
  const isPath = /[/\\"'`]$/.test(before) || /^[/\\"'`*]/.test(after);
  return isPath && !wholeName.test(after) && !types.test(after) && !isOnlyCompared(before, after);
};

/**
 * Returns whether a text may reach a package of npm by a path into its folder that does not have the whole name of the package.
 * @param isSettings only looks for names of which a part is left out, since scripts of all kinds name the folder.
 */
export const reachesModules = (text: string, isSettings: boolean): boolean => {
  for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + folder.length))
    if (reachesAt(text, at, isSettings)) return true;
  return false;
};

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

/** Enough for what stands around a word. */
const around = 160;

const isAfterGlobal = (before: string): boolean => {
  const object = before.trimEnd();
  if (!object.endsWith('.')) return false;
  return /\b(?:self|this|top|parent|window|global|globalThis)$/.test(
    object.slice(0, -1).replace(/\?$/, '').trimEnd(),
  );
};

/** Returns whether a text names the function that runs a string: by itself or as a member of the global object. */
export const namesEval = (text: string): boolean => {
  for (const { index } of text.matchAll(/\beval\b/g)) {
    const before = text.slice(Math.max(0, index - around), index);
    if (!/[.\w$-]\s{0,20}$/.test(before) || isAfterGlobal(before)) return true;
    if (/[\w$]\s{1,20}$/.test(before)) return true;
  }
  return false;
};

/** A type in a comment for tools: `@param {Function} done`. */
const isDocumented = (line: string): boolean => {
  const at = line.lastIndexOf('{');
  return at !== -1 && /^\s{0,80}(?:\/\*)?\*/.test(line) && /@\w{1,20}[ \t]{1,9}$/.test(line.slice(0, at));
};

/** Returns whether a text uses the constructor that makes functions of strings, other than to compare with it. */
export const namesFunction = (text: string): boolean => {
  for (const { index } of text.matchAll(/\bFunction\b/g)) {
    const before = text.slice(Math.max(0, index - around), index);
    if (/[.\w$]$/.test(before) || before.trimEnd().endsWith('instanceof')) continue;
    if (isDocumented(before.slice(before.lastIndexOf('\n') + 1))) continue;
    if (/\bextends$/.test(before.trimEnd())) return true;
    const after = text.slice(index + 'Function'.length, index + around);
    const next = after.trimStart();
    if (/^\.\s{0,20}prototype\b/.test(next)) continue;
    if (next === '' || /^[()\]};,.`?|&/]/.test(next) || /^[ \t]{0,20}\r?\n/.test(after)) return true;
  }
  return false;
};

/** Returns whether an import states code by an address that is no path. */
export const importsAddress = (text: string): boolean =>
  [...text.matchAll(/["'`](?:file|data|blob|https?):/g)].some(({ index }) => {
    const before = text.slice(Math.max(0, index - around), index).trimEnd();
    return /\b(?:from|import|require|resolve)$/.test(before.replace(/\($/, '').trimEnd());
  });

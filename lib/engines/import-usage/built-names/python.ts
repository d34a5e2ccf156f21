import { having, type TextTest } from '@scangate/engines/import-usage/text-test';

const computedProgram =
  /\b(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput|system|popen|create_subprocess_exec|create_subprocess_shell)\s{0,20}\(\s{0,80}(?:args\s{0,20}=\s{0,20})?(?:[[(]\s{0,80})?(?:[^"'[(\s)]|["'][^"'\n]{0,300}(?:["']\s{0,20}[^\s,)\]]|\{))/;
const interpreter =
  /["'](?:[\w./-]{0,100}\/)?(?:env|(?:ba|z|da)?sh|cmd|powershell|pwsh|uv|pipx?|poetry)(?:\.exe)?(?:["']|[ \t])|\bexec[lv]\w{0,2}\b|\bspawn[lv]\w{0,2}\b|\b(?:subprocess|system|popen)[ \t]{1,20}as\b/;

const runsPrograms = (text: string): boolean =>
  /\b(?:subprocess|system|popen|exec[lv]\w{0,2}|spawn[lv]\w{0,2})\b/.test(text) &&
  (computedProgram.test(text) || interpreter.test(text));

const importing =
  /\b(?:__import__|import_module|importorskip|import_string|import_from_string|symbol_by_name|locate|load_entry_point)\b/g;
const around = 400;

/** Returns whether the argument of a call is anything but one plain literal, whatever stands around it. */
const isComputed = (after: string): boolean => {
  const argument = after.trimStart().slice(1).trimStart();
  if (argument === '' || /^[^"'\s)]/.test(argument) || /^["']\./.test(argument)) return true;
  const literal = /^(?:"[^"\n\\]{0,200}"|'[^'\n\\]{0,200}')/.exec(argument);
  return argument[0] !== ')' && (!literal || !/^[,)]/.test(argument.slice(literal[0].length).trimStart()));
};

/** Returns whether a function that loads is called with anything but a literal, or handed on. */
const importsComputed = (text: string): boolean =>
  [...text.matchAll(importing)].some(({ 0: found, index }) => {
    const after = text.slice(index + found.length, index + around);
    if (after.trimStart().startsWith('(')) return isComputed(after);
    if (after.length > 200 && after.trim() === '') return true;
    const before = text.slice(Math.max(0, index - around), index);
    let start = before.length;
    while (start > 0 && /[\w.]/.test(before.charAt(start - 1))) start -= 1;
    const object = before.slice(0, start).trimEnd();
    return /^[ \t]{1,20}as\b/.test(after) || before.endsWith('.') || /(?:[=([{:]|\breturn)$/.test(object);
  });

const runningModules =
  /\b(?:code|timeit|cProfile|profile|trace|doctest|pdb|bdb|shelve|joblib|_pickle|imp|_imp|ctypes)\b/;

const importsRunner = (text: string): boolean =>
  text.split('\n').some((line) => /\b(?:import|from)[ \t]/.test(line) && runningModules.test(line));

/** A command of a notebook, and a line that is no whole element of its list. */
const notebookCommand =
  /"[ \t]{0,20}(?:%{1,2}(?:run|bash|sh|script|system|sx|load|load_ext|python\d?)\b|!)|\w",\s{0,80}"\w[^"\n]{0,300}"(?!\s{0,20}:)/;

const hidesInNotebook = (text: string): boolean =>
  /^\s{0,20}\{\s{0,20}"/.test(text) && notebookCommand.test(text);

/** Each matches code of Python that runs what its text does not state: code in a string, a name in pieces, a loader that is handed on. */
export const pythonBuilt: readonly TextTest[] = [
  { test: importsComputed },
  having(['importlib'], /[=([{:]\s{0,20}importlib\s{0,20}(?:[,)\]}\n]|$)|\bimportlib\s{0,20}\.\s{0,20}__/),
  // A name in two pieces: side by side, or added.
  /\w["'][ \t]{0,40}(?:\+[ \t]{0,40})?(?:\\?\r?\n[ \t]{0,80})?(?:\+[ \t]{0,40})?[rRuU]?["']\w/,
  having(['exec', 'eval', '__import__'], /(?<![.\w])(?:exec|eval|__import__)\s{0,20}[:\\]/),
  // Modules that run code or bring back objects.
  { test: importsRunner },
  /\b(?:allow_pickle|unsafe_load|unsafe_load_all|UnsafeLoader|loadTestsFromNames?|safeimport|load_dynamic|FunctionType|CodeType|set_executable|addpackage|f_builtins|f_globals|func_globals|PYTHONSTARTUP|PYTHONPATH)\b/,
  having(
    ['yaml'],
    /\byaml\s{0,20}\.\s{0,20}(?:load|load_all|full_load)\s{0,20}\((?![^\n]{0,300}\bC?SafeLoader\b)/,
  ),
  having(['globals', 'locals', 'vars'], /\b(?:globals|locals|vars)\s{0,20}\([^()\n]{0,40}\)\s{0,20}\[/),
  { test: runsPrograms },
  { test: hidesInNotebook },
];

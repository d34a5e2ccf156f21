import { having, type TextTest } from '@scangate/engines/import-usage/text-test';
import { importsAddress, namesEval, namesFunction } from './handed-on.ts';

/** Ways to make a name of data. */
const decoders = [
  'fromCharCode',
  'fromCodePoint',
  'atob',
  'base64',
  "'hex'",
  '"hex"',
  '.reverse(',
  'unescape(',
];
/** A call of what an object has under a computed name, or a read of such twice. */
const computedCall = /[\w$)'"`]\s{0,20}\](?:\s{0,20}\?\.)?\s{0,20}[([]|\bReflect\b/;

const decodesNames = (text: string): boolean =>
  decoders.some((word) => text.includes(word)) && computedCall.test(text);

const hidesWorker = (text: string): boolean =>
  text.includes('worker_threads') &&
  (/\bWorker\s{1,20}as\b/.test(text) || /\b(?:Worker|eval)\s{0,20}:/.test(text) || computedCall.test(text));

/** A program that runs other code, by itself or as the beginning of a command. */
const interpreter =
  /["'`](?:[\w./-]{0,100}\/)?(?:node|nodejs|npx|tsx|ts-node|bunx?|deno|env|(?:ba|z|da)?sh|cmd|powershell|pwsh)(?:\.exe)?(?:["'`]|[ \t])|\b(?:execPath|argv0|NODE_OPTIONS|NODE_PATH)\b|\bargv\s{0,20}\[\s{0,20}0/;
const computedProgram =
  /\b(?:exec|execSync|execFile|execFileSync|spawn|spawnSync|fork)\s{0,20}(?:\(\s{0,60}(?!["'`\s])|\(\s{0,60}["'`][^"'`\n]{0,300}(?:\$\{|["'`]\s{0,20}[^\s,)]))/;

const runsPrograms = (text: string): boolean =>
  /\bchild_process\b|["'`](?:execa|cross-spawn|shelljs|zx|npm-run-all|concurrently)["'`/]/.test(text) &&
  (interpreter.test(text) || computedProgram.test(text));

/**
 * Each matches code of JavaScript that runs what its text does not state: code in a string, a name in pieces, or a function that
 * loads, which is handed on.
 */
export const npmBuilt: readonly TextTest[] = [
  // The functions that run a string, however they are named or handed on.
  { test: namesEval },
  { test: namesFunction },
  // Their names as texts, and others in two pieces.
  /["'`](?:constructor|eval|Function|AsyncFunction|mainModule|createRequire|getBuiltinModule)["'`]/,
  /[\w@/$.-]["'`]\s{0,40}(?:\/\*[^*]{0,100}\*\/\s{0,40})?\+\s{0,40}(?:\/\*[^*]{0,100}\*\/\s{0,40})?["'`][\w@/$.-]|\$\{\s{0,20}["'`]/,
  /["'`]\s{0,20}\.\s{0,20}concat\s{0,20}\(|["'`]\s{0,20},?\s{0,20}\]\s{0,20}\.\s{0,20}join\s{0,20}\(\s{0,20}(?:\)|["'`]{2})/,
  { test: decodesNames },
  having(['constructor'], /[{,]\s{0,20}constructor\s{0,20}:/),
  // What a module has beside its exports, and the functions by which bundlers load.
  having(
    ['require'],
    /\brequire\s{0,20}(?:`|\.\s{0,20}(?:extensions|cache)\b)|\b(?:throw|case|yield|await|void|default)\s{1,20}require\b|\b(?:__non_webpack_require__|__webpack_require__|requirejs|nativeRequire)\b/,
  ),
  having(['arguments'], /(?:[(,=[]|\.{3})\s{0,20}arguments\s{0,20}[)\],;.[}]/),
  having(['arguments'], /\barguments\s{0,20}\[[^\]\n]{0,40}\]\s{0,20}\(/),
  having(['calle', 'getFunction'], /\.\s{0,20}(?:callee|caller|getFunction)\b/),
  // Code that is no file of the unit.
  { test: importsAddress },
  having(['data:'], /["'`]data:(?:text|application)\/(?:java|ecma|type|wasm)/),
  /["'`](?:node:)?(?:inspector|repl|vm)(?:\/promises)?["'`]/,
  { test: hidesWorker },
  { test: runsPrograms },
];

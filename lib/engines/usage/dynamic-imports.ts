/**
 * Each matches an import in JavaScript that may load a module which its text does not name. A call counts as one
 * unless its argument is exactly one plain literal; anything beyond the bounds counts as well.
 */
export const npmDynamic: readonly RegExp[] = [
  // A call, or a comment before its parenthesis. Files are read as Latin-1, where other spaces have high bytes.
  /\b(?:require|import)(?:\.(?:resolve|defer|source))?(?:[ \t\x80-\xff]*(?:[!?.]{1,3}[\s\x80-\xff]*)?\/[*/]|[\s\x80-\xff]*(?:(?:\/\*(?:[^*]|\*(?!\/)){0,300}\*\/|\/\/[^\n]{0,300}\n)[\s\x80-\xff]*){0,8}(?:[!?.]{1,3}[\s\x80-\xff]*)?\((?!\s{0,60}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/|\/\/[^\n]{0,200}\n)\s{0,60}){0,4}(?:'[^'\\\n]{0,200}'|"[^"\\\n]{0,200}"|`[^`\\$]{0,200}`)\s{0,60}(?:(?:\/\*(?:[^*]|\*(?!\/)){0,200}\*\/|\/\/[^\n]{0,200}\n)\s{0,60}){0,4}[,)]|\s{0,60}\)|\.{3}\)))/,
  // A name with escapes.
  /\b(?:from|import)(?:[ \t\x80-\xff]*\/[*/]|[\s\x80-\xff]*(?:(?:\/\*(?:[^*]|\*(?!\/)){0,300}\*\/|\/\/[^\n]{0,300}\n)[\s\x80-\xff]*){0,8}["'][^"'\n]{0,200}\\)/,
  // The function under another name, or as a value.
  /(?:[=?|&]>?|\breturn\b)[\s\x80-\xff]*require\b(?![\s\x80-\xff]*(?:[!?.]{1,3}[\s\x80-\xff]*)?\(|\.)/,
  /(?:[({[,:]|\*\/)[\s\x80-\xff]*require[\s\x80-\xff]*(?:[,;)}\]]|$)/,
  /^[ \t]*require[ \t]*[;,)\]}\r]?$/m,
  /\bcreateRequire|\bModule\._load\b|\brequire(?:\?\.)?(?:\[|\.(?:call|apply|bind)\b)|\[\s*["'`]require["'`]/,
  /\b(?:[mM]odule|main|prototype)\.require\b(?![\s\x80-\xff]*(?:[!?.]{1,3}[\s\x80-\xff]*)?\()/,
  // Code that is built as a string.
  /(?:(?<![.\w$])|\b(?:window|global|globalThis)\.)(?:eval|Function)\s*(?:\?\.\s*)?\(|[=,(]\s*eval\b(?!\s*\()/,
];

/** Each matches a require in Ruby whose target its text does not name, or a call that loads every gem of a Gemfile. */
export const rubyDynamic: readonly RegExp[] = [
  /\bBundler\.require\b|\brequire\b\s*(?:\(\s*)?[A-Za-z_@$%<[]|\brequire\b\s*\(\s*\(/,
  // A string that holds code or escapes, or that something is appended to.
  /\brequire\b\s*(?:\(\s*)?(?:"[^"\n]{0,200}[#\\]|'[^'\n]{0,200}\\|["'][^"'\n]{0,200}["'][ \t]*(?:\)[ \t]*)?(?:["'+*%&|?<[\\.]|\r?\n\s*\.))/,
  // The method as a value.
  /:require[ \t]*[,)]|["']require["'][ \t]*[,)]/,
];

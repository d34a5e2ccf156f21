/**
 * Searches a script.
 * @returns the offset of the match, or -1.
 */
export type ScriptSearch = (script: string) => number;

/** Makes a search for a regular expression. */
export const searchFor =
  (pattern: RegExp): ScriptSearch =>
  (script) =>
    script.search(pattern);

/** One command of a script; a pipeline has several. */
interface Command {
  text: string;
  start: number;
  /** The command whose output it reads. */
  input?: Command;
}

const separator = /[|;\n]|&&/g;

/** Splits a script into its commands. Separators within quotes split it too, which only cuts up what is quoted. */
const commandsIn = (script: string): Command[] => {
  // A backslash continues the line.
  const text = script.replaceAll('\\\n', '  ');
  const commands: Command[] = [];
  let from = 0;
  let input: Command | undefined;
  const add = (end: number): Command | undefined => {
    const part = text.slice(from, end);
    if (part.trim() === '') return undefined;
    const command = { text: part, start: from, ...(input && { input }) };
    commands.push(command);
    return command;
  };
  for (const { 0: sign, index } of text.matchAll(separator)) {
    const command = add(index);
    // After a pipe, line breaks have no meaning.
    if (command !== undefined || sign !== '\n') input = sign === '|' ? command : undefined;
    from = index + sign.length;
  }
  add(text.length);
  return commands;
};

const downloads = /\b(?:curl|wget)\s/;
const interprets =
  /^\s{0,50}(?:sudo\s{1,20}(?:-\S{1,20}\s{1,20}){0,3})?(?:\w{1,30}=\S{0,200}\s{1,20}){0,3}(?:\/usr)?(?:\/bin\/)?(?:env\s{1,20})?(?:(?:ba|z|da|k|a)?sh(?=[\s)"'`]|$)|python[23]?(?:\s{1,5}-)?\s{0,20}$)/;
const runsDownload =
  /\b(?:(?:ba|z|da|k)?sh\s{1,20}(?:-\w{1,10}\s{1,20})?|(?:eval|source)\s{1,20})(?:<\(|["']?\$\()\s{0,20}(?:curl|wget)\s/;

const isDownload = (command: Command | undefined): boolean => {
  for (let each = command, passed = 0; each && passed < 5; each = each.input, passed += 1)
    if (downloads.test(each.text)) return true;
  return false;
};

const unquoted = (word: string): string => word.replace(/^["']/, '').replace(/["']$/, '');

/** Returns the file that a download is written to: by an option, a redirection, or the end of its address. */
const targetOf = (text: string): string | undefined => {
  const words = text.split(/\s/).filter((word) => word !== '');
  const isWget = words.some((word) => word.endsWith('wget'));
  const option = isWget ? /^-[a-zA-Z]{0,8}O$|^--output-document$/ : /^-[a-zA-Z]{0,8}o$|^--output$/;
  const at = words.findIndex((word) => option.test(word) || word === '>');
  if (at !== -1) return words[at + 1] && unquoted(words[at + 1]!);
  const isNamedByAddress = isWget || words.some((word) => /^-[a-zA-Z]{0,8}O$|^--remote-name$/.test(word));
  const address = isNamedByAddress ? words.find((word) => /^["']?https?:/.test(word)) : undefined;
  return address && unquoted(address).split('/').at(-1);
};

const verifies = /\b(?:sha\d{1,3}sum|shasum|md5sum|b2sum|openssl\s{1,5}dgst|gpgv?|cosign|minisign|signify)\b/;
const runsFile =
  /^\s{0,50}(?:sudo\s{1,20}(?:-\S{1,20}\s{1,20}){0,3})?(?:\/usr)?(?:\/bin\/)?(?:(?:(?:ba|z|da|k)?sh|source|\.|python[23]?)\s{1,20}(?:-\w{1,10}\s{1,20}){0,3})?["']?([\w./~-]{1,200})/;

const sameFile = (path: string): string => path.replace(/^\.\//, '');

/** Finds the command that runs a file which an earlier one downloaded, if nothing verifies it. */
const runOfDownload = (commands: readonly Command[]): Command | undefined => {
  const files = new Set<string>();
  for (const command of commands) {
    if (verifies.test(command.text)) return undefined;
    const run = runsFile.exec(command.text)?.[1];
    if (run !== undefined && files.has(sameFile(run))) return command;
    const file = downloads.test(command.text) ? targetOf(command.text) : undefined;
    if (file !== undefined && file !== '-') files.add(sameFile(file));
  }
  return undefined;
};

/** Finds a download that is piped straight into an interpreter, or that is run from its file without a check. */
export const downloadToShell: ScriptSearch = (script) => {
  if (!downloads.test(script)) return -1;
  const commands = commandsIn(script);
  const found =
    commands.find(
      ({ text, input }) => runsDownload.test(text) || (isDownload(input) && interprets.test(text)),
    ) ?? runOfDownload(commands);
  return found ? found.start + Math.max(0, found.text.search(/\S/)) : -1;
};

/** Nobody can intercept traffic within one machine. */
const local = /\blocalhost\b|\b127\.0\.0\.1\b/;
const insecureCurl = /\s(?:-[A-Za-z]{0,10}k[A-Za-z]{0,10}|--insecure)(?=\s|$)/;
const unverified =
  /--no-check-certificate\b|\bstrict-ssl[ =]{1,5}false\b|\bsslVerify[ =]{1,5}["']?(?:false|0)\b|\bGIT_SSL_NO_VERIFY=["']?(?:1|true)\b|\bNODE_TLS_REJECT_UNAUTHORIZED=["']?0\b|\bPYTHONHTTPSVERIFY=["']?0\b|--trusted-host[ =]/;

/** Finds an option that turns off the verification of the server's certificate. */
export const unverifiedTls: ScriptSearch = (script) => {
  const at = script.search(unverified);
  if (at !== -1 || !script.includes('curl')) return at;
  const found = commandsIn(script).find(
    ({ text }) => /\bcurl\s/.test(text) && insecureCurl.test(text) && !local.test(text),
  );
  return found ? found.start + found.text.search(/\bcurl\s/) : -1;
};

/** Finds an option that accepts packages without their publisher's signature. */
export const unsignedPackages = searchFor(
  /--allow-unauthenticated\b|--force-yes\b|--allow-untrusted\b|--nogpgcheck\b|--no-gpg-checks?\b|\btrusted=yes\b|\bgpgcheck=0\b/,
);

const givesPassword = ({ text, input }: Command): boolean =>
  (/^\s{0,50}(?:sudo\s{1,20})?chpasswd\b/.test(text) &&
    /\becho\s/.test(input?.text ?? '') &&
    /\w:[^\s$"':]/.test(input?.text ?? '')) ||
  (/\buser(?:add|mod)\s/.test(text) && /\s(?:-p|--password)[\s=]{1,20}[^\s$-]/.test(text));

/** Finds a command that sets a literal password. */
export const literalPassword: ScriptSearch = (script) =>
  /passwd|\buser(?:add|mod)\s/.test(script) ? (commandsIn(script).find(givesPassword)?.start ?? -1) : -1;

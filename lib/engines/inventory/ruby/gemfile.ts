/** What a Gemfile says of groups, as far as it is plain to read: it is a program, and it is never run. */
export interface Gemfile {
  /** The groups of each gem; none means the default one. */
  groups: ReadonlyMap<string, ReadonlySet<string>>;
  /** What it does not name comes from a gemspec alone, which lists dependencies for development. */
  restIsDevelopment: boolean;
}

const maxLineLength = 2000;

const gemCall = /^gem[\s(]\s{0,20}["']([\w.-]{1,200})["']/;
const groupCall = /^group[\s(](.{1,500})\sdo\b/;
const wordList = /^\s{0,20}\(?\*?%[iIwW][[({]([\w\s-]{1,500})[\])}]/;
const keywordBlock = /^(?:if|unless|case|begin|def|while|until|for|class|module)\b/;
const groupOption = /\bgroups?:|:groups?\s{0,20}=>/;
const groupName = /^\s{0,20}\(?\[?\s{0,20}[:"']([\w-]{1,60})["']?\s{0,20}(\]?)/;
/** Further gems come from elsewhere. */
const evaluates = /\b(?:eval_gemfile|eval|instance_eval)\b/;
/** What makes the rest of a program unclear to a reader of lines. */
const unclear = /^(?:=begin|__END__)|<<[~-]?["'A-Z]|^group\b.{0,500}\{/;

/** The symbols at the start of a text: `:test, :development, require: false` holds two. */
const namesAtStart = (text: string): string[] => {
  const [, words] = wordList.exec(text) ?? [];
  if (words !== undefined) return words.split(/\s+/).filter((word) => word !== '');
  const names: string[] = [];
  for (const part of text.split(',', 50)) {
    const [, name, closed] = groupName.exec(part) ?? [];
    if (name === undefined || /^\s{0,20}:[\w-]{1,60}\s{0,20}=>/.test(part)) break;
    names.push(name);
    if (closed) break;
  }
  return names;
};

/** Code without its comment; a `#` inside quotes starts none. */
const withoutComment = (line: string): string => {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (quote) {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '#') return line.slice(0, at).trim();
  }
  return line.trim();
};

const groupsOfGem = (statement: string): string[] => {
  const option = groupOption.exec(statement);
  return option ? namesAtStart(statement.slice(option.index + option[0].length)) : [];
};

/** `do`, `do |name|`, or a keyword at the start. */
const opensBlock = (statement: string): boolean => {
  const named = statement.endsWith('|') ? statement.lastIndexOf('|', statement.length - 2) : -1;
  const call = named === -1 ? statement : statement.slice(0, named).trimEnd();
  return call.endsWith(' do') || keywordBlock.test(statement);
};

/** Calls may go on after a comma. */
const statementsOf = (text: string): string[] => {
  const statements: string[] = [];
  let open = '';
  for (const physical of text.split(/\r\n|\n|\r/)) {
    const line = withoutComment(physical.slice(0, maxLineLength));
    if (line === '') continue;
    const joined = open === '' ? line : `${open} ${line}`;
    if (joined.endsWith(',') && joined.length < maxLineLength) open = joined;
    else {
      statements.push(joined);
      open = '';
    }
  }
  return open === '' ? statements : [...statements, open];
};

/** @returns undefined when it is not there, or not plain enough: then nothing is said of groups. */
export const readGemfile = (text: string | undefined): Gemfile | undefined => {
  if (text === undefined) return undefined;
  const groups = new Map<string, Set<string>>();
  const blocks: string[][] = [];
  let hasGemspec = false;
  let isWhole = true;
  for (const statement of statementsOf(text)) {
    if (unclear.test(statement)) return undefined;
    if (evaluates.test(statement)) isWhole = false;
    const [, name] = gemCall.exec(statement) ?? [];
    if (name !== undefined) {
      const own = groupsOfGem(statement);
      const all = [...blocks.flat(), ...own];
      // Named twice, it may be installed for either.
      const known = groups.get(name) ?? new Set();
      groups.set(name, known);
      for (const group of all.length > 0 ? all : ['default']) known.add(group);
    } else if (/^gemspec\b/.test(statement)) hasGemspec = true;
    if (statement === 'end' || /^end[\s.)]/.test(statement)) {
      if (!blocks.pop()) return undefined;
    } else if (opensBlock(statement)) {
      blocks.push(namesAtStart(groupCall.exec(statement)?.[1] ?? ''));
    }
  }
  return blocks.length === 0 ? { groups, restIsDevelopment: hasGemspec && isWhole } : undefined;
};

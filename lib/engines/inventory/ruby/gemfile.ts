import type { RequestedRange } from '../unmet-ranges.ts';
import { callsInside, rubyStatements } from '../parse/ruby-statements.ts';
import {
  folderOfGemspec,
  optionVariables,
  placeOfBlock,
  placeOfGem,
  redefines,
  type GemPlace,
  type OptionVariables,
} from './gemfile-sources.ts';

/**
 * Describes the groups of a Gemfile as far as its text shows them. A Gemfile is a program and is never
 * executed.
 */
export interface Gemfile {
  /** The groups of each gem; no group means the default group. */
  groups: ReadonlyMap<string, ReadonlySet<string>>;
  /** The gems that no condition and no platform excludes from a lockfile. */
  unconditional: ReadonlySet<string>;
  /** The versions that are requested unconditionally. */
  ranges: readonly RequestedRange[];
  /** True if a gem that the file does not name comes from a gemspec, which lists development dependencies. */
  restIsDevelopment: boolean;
  /** The places of each gem that it names. */
  declared: ReadonlyMap<string, readonly DeclaredGem[]>;
  /** The folders whose gems it takes in any case, even those that it does not name. */
  folders: ReadonlySet<string>;
  /** Statements whose gems only running the file would reveal. */
  dynamic: readonly string[];
}

/** One statement of a Gemfile that names a gem. */
export interface DeclaredGem {
  place: GemPlace;
  /** True if it is of the Gemfile in any case. */
  isCertain: boolean;
}

const gemCall = /^gem[\s(]\s{0,20}["']([\w.-]{1,200})["']/;
const requirement = /^\s{0,20},\s{0,20}\[?\s{0,20}["']([^"'#]{1,100})["']\s{0,20}\]?/;
const computedGem = /^gem[\s(]\s{0,20}(?:"([\w.-]{0,100})#\{)?([a-z_]\w{0,60})\b(?:\}([\w.-]{0,100})")?/;
const wordLoop =
  /^(?:%[iIwW][[({]([\w\s.-]{1,2000})[\])}]|\[([\w\s.,:'"-]{1,2000})\])\.each\s{0,4}(?:do|\{)\s{0,4}\|(\w{1,60})\|/;
const groupCall = /^group[\s(](.{1,500})\sdo\b/;
const wordList = /^\s{0,20}\(?\*?%[iIwW][[({]([\w\s-]{1,500})[\])}]/;
const keywordBlock = /^(?:if|unless|case|begin|def|while|until|for|class|module)\b/;
const groupOption = /\bgroups?:|:groups?\s{0,20}=>/;
/** Options and modifiers that make a gem depend on the platform or the environment. */
const conditionOption = /\bplatforms?:|:platforms?\s{0,20}=>|\binstall_if\b|\s(?:if|unless)\s/;
const conditionBlock = /^(?:if|unless|case|while|until|begin|def|platforms?|install_if)\b/;
const groupName = /^\s{0,20}\(?\[?\s{0,20}[:"']([\w-]{1,60})["']?\s{0,20}(\]?)/;
/** The file loads further gems from elsewhere. */
const evaluates = /\b(?:eval_gemfile|eval|instance_eval)\b/;
/** Syntax that a line-based reader cannot follow. */
const unclear = /^group\b.{0,500}\{/;
/** Reads the symbols at the start of a text: `:test, :development, require: false` has two. */
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

const groupsOfGem = (statement: string): string[] => {
  const option = groupOption.exec(statement);
  return option ? namesAtStart(statement.slice(option.index + option[0].length)) : [];
};

/** Returns the versions after the name of a gem. */
const rangesOfGem = (name: string, statement: string): RequestedRange[] => {
  const ranges: RequestedRange[] = [];
  let rest = statement.slice(gemCall.exec(statement)?.[0].length ?? 0);
  for (let found = requirement.exec(rest); found; found = requirement.exec(rest)) {
    ranges.push({ name, range: found[1] ?? '' });
    rest = rest.slice(found[0].length);
  }
  return ranges;
};

/** A loop over literal names. */
interface Loop {
  variable: string;
  names: string[];
}

const loopOf = (statement: string): Loop | undefined => {
  const [, words, list, variable] = wordLoop.exec(statement) ?? [];
  if (variable === undefined) return undefined;
  return { variable, names: (words ?? list ?? '').split(/[\s,:'"]+/).filter((name) => name !== '') };
};

/** Returns the statement inside a loop of one line. */
const bodyOf = (statement: string, loop: Loop | undefined): string =>
  loop && statement.endsWith('}')
    ? statement.slice(statement.indexOf('|', statement.indexOf('|') + 1) + 1, -1).trim()
    : statement;

/** Returns the names of the gems that a statement is about; undefined when only running the file would reveal them. */
const gemNames = (statement: string, loops: readonly (Loop | undefined)[]): string[] | undefined => {
  const [, literal] = gemCall.exec(statement) ?? [];
  if (literal !== undefined) return [literal];
  if (!/^gem(?![\w:?!])/.test(statement)) return [];
  const [, before = '', variable, behind = ''] = computedGem.exec(statement) ?? [];
  const loop = loops.findLast((each) => each?.variable === variable);
  return variable === undefined ? undefined : loop?.names.map((name) => `${before}${name}${behind}`);
};

interface Block {
  groups: string[];
  isConditional: boolean;
  /** The place of the gems in it, if it states one. */
  place: GemPlace | undefined;
  loop: Loop | undefined;
}

/** Returns whether what is in a block is of the Gemfile in any case. */
const isCertainBlock = ({ groups, place, loop }: Block): boolean =>
  groups.length > 0 || place !== undefined || loop !== undefined;

interface FoundGems {
  groups: Map<string, Set<string>>;
  unconditional: Set<string>;
  ranges: RequestedRange[];
  declared: Map<string, DeclaredGem[]>;
  folders: Set<string>;
}

const addGem = (
  { groups, unconditional, ranges }: FoundGems,
  { name, statement, blocks }: { name: string; statement: string; blocks: readonly Block[] },
): void => {
  const all = [...blocks.flatMap((block) => block.groups), ...groupsOfGem(statement)];
  const isConditional = conditionOption.test(statement) || blocks.some((block) => block.isConditional);
  if (!isConditional) {
    unconditional.add(name);
    ranges.push(...rangesOfGem(name, statement));
  }
  // A gem that is listed twice may be installed for either group.
  const known = groups.get(name) ?? new Set();
  groups.set(name, known);
  for (const group of all.length > 0 ? all : ['default']) known.add(group);
};

const maxPlaces = 20;

/** Adds where a statement takes a gem from: its own options take precedence over the blocks around it. */
const addPlace = (
  { declared, folders }: FoundGems,
  { name, statement, blocks }: { name: string; statement: string; blocks: readonly Block[] },
  variables: OptionVariables,
): void => {
  const around = blocks.findLast((block) => block.place !== undefined)?.place;
  const place = placeOfGem(statement, variables) ?? around ?? 'elsewhere';
  const isCertain = !conditionOption.test(statement) && blocks.every(isCertainBlock);
  const known = declared.get(name) ?? [];
  declared.set(name, known);
  // Of too many places none counts.
  if (known.length < maxPlaces) known.push({ place, isCertain });
  else known[0] = { place: 'elsewhere', isCertain };
  if (isCertain && place !== 'elsewhere' && place.folder !== undefined) folders.add(place.folder);
};

/** Recognizes `do`, `do |name|`, or a keyword at the start. */
const opensBlock = (statement: string): boolean => {
  const named = statement.endsWith('|') ? statement.lastIndexOf('|', statement.length - 2) : -1;
  const call = named === -1 ? statement : statement.slice(0, named).trimEnd();
  return call.endsWith(' do') || keywordBlock.test(statement);
};

/**
 * Reads the groups of a Gemfile.
 * @returns undefined when it is missing or not plain enough; then no groups are known.
 */
export const readGemfile = (text: string | undefined): Gemfile | undefined => {
  if (text === undefined) return undefined;
  const found: FoundGems = {
    groups: new Map(),
    unconditional: new Set(),
    ranges: [],
    declared: new Map(),
    folders: new Set(),
  };
  const dynamic: string[] = [];
  const blocks: Block[] = [];
  let hasGemspec = false;
  let isWhole = true;
  const statements = rubyStatements(text);
  if (!statements || statements.some(({ code }) => redefines(code))) return undefined;
  const variables = optionVariables(statements);
  for (const each of statements) {
    const statement = each.text;
    if (unclear.test(statement)) return undefined;
    if (evaluates.test(each.code)) isWhole = false;
    const loop = loopOf(statement);
    const inline = bodyOf(statement, loop);
    const names = gemNames(inline, [...blocks.map((block) => block.loop), loop]);
    const isInside = inline === statement && callsInside(each, 'gem');
    if (names === undefined || isInside || evaluates.test(each.code)) dynamic.push(statement);
    for (const name of names ?? []) {
      addGem(found, { name, statement, blocks });
      addPlace(found, { name, statement: inline, blocks }, variables);
    }
    if (/^gemspec\b/.test(statement)) {
      hasGemspec = true;
      const folder = folderOfGemspec(statement);
      if (folder !== undefined && blocks.every(isCertainBlock)) found.folders.add(folder);
    }
    if (statement === 'end' || /^end[\s.)]/.test(statement)) {
      if (!blocks.pop()) return undefined;
    } else if (opensBlock(statement)) {
      blocks.push({
        groups: namesAtStart(groupCall.exec(statement)?.[1] ?? ''),
        isConditional: conditionBlock.test(statement),
        place: placeOfBlock(statement),
        loop,
      });
    }
  }
  return blocks.length === 0 ? { ...found, dynamic, restIsDevelopment: hasGemspec && isWhole } : undefined;
};

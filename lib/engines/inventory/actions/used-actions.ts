import { linesOf } from '../parse/lines.ts';

/** An action, reusable workflow or image that a workflow uses, as written; an image begins with `docker://`. */
export interface Use {
  value: string;
  comment: string;
}

const maxLineLength = 4096;
const maxDepth = 100;
const value = /^(?:"([^"]{0,1000})"|'([^']{0,1000})'|([^\s"',{}][^\s"',}]{0,999}))/;
const keyed = /^(\s{0,200}(?:-\s{1,20}){0,3})["']?([\w.-]{1,200})["']?\s{0,20}:(?=\s|$)/;
const inFlow = /[{,]\s{0,20}["']?uses["']?\s{0,20}:\s{1,20}/g;
/** A key or an item whose text is in the following, deeper lines. */
const opensBlock = /(?:[:-]\s{1,20}|^\s{0,200})[|>][-+\d]{0,2}$/;

const valueAt = (code: string, from: number): string => {
  const [, double, single, plain] = value.exec(code.slice(from).trimStart()) ?? [];
  return double ?? single ?? plain ?? '';
};

/** Returns where the comment of a line begins; a `#` inside a word or quotes does not begin one. */
const commentAt = (line: string): number => {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const char = line[at] ?? '';
    if (quote !== '') quote = char === quote ? '' : quote;
    else if ((char === '"' || char === "'") && /[\s:,[{-]/.test(line[at - 1] ?? ' ')) quote = char;
    else if (char === '#' && /\s/.test(line[at - 1] ?? ' ')) return at;
  }
  return -1;
};

interface Key {
  indent: number;
  name: string;
}

/** Returns whether a key names an image that is run, by a job, a service or an action. An input may have any name. */
const isImage = (name: string, parents: readonly Key[]): boolean => {
  const [above, further] = [parents.at(-1)?.name, parents.at(-2)?.name];
  if (name === 'container') return further === 'jobs';
  return name === 'image' && (above === 'container' || above === 'runs' || further === 'services');
};

/** Reads the statements of one line and keeps track of the keys above it. */
const readLine = (code: string, parents: Key[]): string[] => {
  const flow = [...code.matchAll(inFlow)].map(({ 0: all, index }) => valueAt(code, index + all.length));
  const [all, lead = '', name = ''] = keyed.exec(code) ?? [];
  if (all === undefined) return flow;
  while ((parents.at(-1)?.indent ?? -1) >= lead.length) parents.pop();
  const stated = valueAt(code, all.length);
  const isNamed = name === 'uses' ? 'uses' : isImage(name, parents) && 'image';
  if (parents.length < maxDepth) parents.push({ indent: lead.length, name });
  if (stated === '' || isNamed === false) return flow;
  return [...flow, isNamed === 'uses' ? stated : `docker://${stated.replace(/^docker:\/\//, '')}`];
};

/**
 * Lists what a workflow or an action uses, line by line: a comment after an action names the version of its hash,
 * and a YAML parser would drop it. Scripts in block scalars are skipped.
 */
export const usesOf = (text: string): { uses: Use[]; tooLong: number } => {
  const uses: Use[] = [];
  const parents: Key[] = [];
  let tooLong = 0;
  let block = -1;
  for (const line of linesOf(text)) {
    const indent = line.length - line.trimStart().length;
    if (indent === line.length || (block >= 0 && indent > block)) continue;
    block = -1;
    if (line.length > maxLineLength) {
      tooLong += 1;
      continue;
    }
    const at = commentAt(line);
    const code = (at === -1 ? line : line.slice(0, at)).trimEnd();
    const comment = at === -1 ? '' : line.slice(at + 1).trim();
    for (const stated of readLine(code, parents)) uses.push({ value: stated, comment });
    // The text is deeper than its key, and the keys of an item are deeper than its dash.
    if (opensBlock.test(code)) block = keyed.exec(code)?.[1]?.length ?? indent;
  }
  return { uses, tooLong };
};

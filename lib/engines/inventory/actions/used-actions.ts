import { parseYamlWithAliases } from '../parse/parse-document.ts';
import { entriesOf } from '../parse/untrusted-value.ts';

/** The parts of a workflow or an action in which keys have meanings of their own. */
const parts = ['document', 'jobs', 'job', 'services', 'image owner', 'other'] as const;
type Part = (typeof parts)[number];

/** Returns the part that is below a key of another one. */
const partBelow = (part: Part, key: string): Part => {
  // A merge key adds to the mapping that has it.
  if (key === '<<') return part;
  if (part === 'document' && key === 'jobs') return 'jobs';
  if (part === 'document' && key === 'runs') return 'image owner';
  if (part === 'jobs') return 'job';
  if (part === 'job' && key === 'services') return 'services';
  if (part === 'services' || (part === 'job' && key === 'container')) return 'image owner';
  return 'other';
};

/** Returns what a text below a key says is used; undefined for any other text. */
const useOf = (part: Part, key: string, text: string): string | undefined => {
  if (key === 'uses') return text;
  const isImage =
    (part === 'image owner' && key === 'image') ||
    (part === 'job' && key === 'container') ||
    part === 'services';
  return isImage ? `docker://${text.replace(/^docker:\/\//, '')}` : undefined;
};

/**
 * Lists the actions, reusable workflows and images that a workflow or an action uses, as written; an image begins with
 * `docker://`. Each is listed once. Spellings of YAML do not matter, and
 * aliases are followed once for each meaning.
 * @throws UnreadableFile
 */
export const usesOf = (text: string): string[] => {
  const uses = new Set<string>();
  const seen = new Map<Part, Set<unknown>>(parts.map((part) => [part, new Set()]));
  const open: { value: unknown; part: Part }[] = [];
  const visit = (value: unknown, part: Part): void => {
    if (typeof value !== 'object' || value === null || seen.get(part)?.has(value)) return;
    seen.get(part)?.add(value);
    open.push({ value, part });
  };
  visit(parseYamlWithAliases(text), 'document');
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, part } = next;
    if (Array.isArray(value)) for (const item of value) visit(item, part);
    for (const [key, child] of entriesOf(value)) {
      const used = typeof child === 'string' && child.trim() !== '' && useOf(part, key, child.trim());
      if (used) uses.add(used);
      else visit(child, partBelow(part, key));
    }
  }
  return [...uses];
};

const hashOnly = /^(?:[\da-f]{40}|[\da-f]{64})$/i;
const hashLengths = [64, 40];
const longestComment = 300;
const closing = /^["']?[\t ,}\]]{0,20}$/;
const versionInComment = /(?:^|[\s@=])(v?\d{1,9}(?:\.\d{1,9}){0,2}(?:-[\w.]{1,50})?)(?=$|[\s,;)])/;

const longestName = 700;
const beforeName = /[\s"'{[,]/;

/** Returns the word that ends before an offset. */
const wordBefore = (text: string, end: number): string => {
  let start = end;
  while (start > 0 && end - start < longestName && !beforeName.test(text[start - 1] ?? '')) start -= 1;
  return text.slice(start, end);
};

/** Returns the comment after a value in its line; a quote and brackets may be between them. */
const commentAfter = (text: string, end: number): string => {
  const [line = ''] = text.slice(end, end + longestComment).split(/[\r\n]/, 1);
  const at = line.indexOf('#');
  return /[\t ]/.test(line[at - 1] ?? '') && closing.test(line.slice(0, at)) ? line.slice(at + 1).trim() : '';
};

/**
 * Returns the versions that comments beside a pinned action claim for its hash, as update tools write them, by the action
 * as written, in lower case.
 */
export const claimedVersions = (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const claims = new Map<string, Set<string>>();
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const start = at + 1;
    const hashes = hashLengths.map((length) => text.slice(start, start + length));
    const hash = hashes.find((each) => hashOnly.test(each)) ?? '';
    const comment = hash === '' ? '' : commentAfter(text, start + hash.length);
    const version = versionInComment.exec(comment)?.[1];
    if (version === undefined) continue;
    const action = `${wordBefore(text, at)}@${hash}`.toLowerCase();
    const known = claims.get(action);
    if (known) known.add(version);
    else claims.set(action, new Set([version]));
  }
  return claims;
};

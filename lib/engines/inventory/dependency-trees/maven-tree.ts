import { asciiClass, endOfClass } from '@scangate/engines/text/ascii-class';
import { UnreadableFile } from '../parse/unreadable-file.ts';
import type { JsonCursor } from '../parse/json-cursor.ts';
import { textAt } from '../parse/json-members.ts';
import { readJson } from '../parse/parse-document.ts';
import {
  noteUnconfirmed,
  signsOfCut,
  unreadableEntries,
  type LockfileInput,
  type LockfileReader,
} from '../lockfile-reader.ts';
import { siblingPath } from '@scangate/engines/units/paths';
import { MavenTree, type MavenNode } from './maven-nodes.ts';
import { OpenBranches, parseTreeLine } from './tree-lines.ts';
import { linesOf } from '../parse/lines.ts';

const scopes: ReadonlySet<string> = new Set(['compile', 'provided', 'runtime', 'test', 'system', 'import']);

/** Parses `group:artifact:type[:classifier]:version[:scope]`; only the root has no scope. */
const parseCoordinates = (text: string, isRoot: boolean): MavenNode | undefined => {
  const parts = text.split(':');
  const scope = isRoot ? undefined : parts.pop();
  const [group, artifact, , ...rest] = parts;
  const version = rest.at(-1);
  if (
    !group ||
    !artifact ||
    !version ||
    rest.length > 2 ||
    parts.includes('') ||
    !/^[^\s\p{Cc}]{1,4096}$/u.test(text)
  )
    return undefined;
  if (!isRoot && !scopes.has(scope ?? '')) return undefined;
  return { name: `${group}:${artifact}`, version, scope: scope ?? '', isOptional: false };
};

/** The characters of coordinates, without the colon between their parts. */
const inPart = asciiClass(/[!-~]/);
for (const sign of ':()') inPart[sign.charCodeAt(0)] = 0;
const colon = 0x3a;
const longestCoordinates = 1000;

/** Parses `group:artifact:type:version:scope`, as nearly all entries are; undefined for any other. */
const usualNode = (text: string): MavenNode | undefined => {
  if (text.length > longestCoordinates) return undefined;
  const group = endOfClass(text, inPart);
  const artifact = endOfClass(text, inPart, group + 1);
  const type = endOfClass(text, inPart, artifact + 1);
  const version = endOfClass(text, inPart, type + 1);
  const isWhole =
    group > 0 &&
    artifact > group + 1 &&
    type > artifact + 1 &&
    version > type + 1 &&
    text.charCodeAt(group) === colon &&
    text.charCodeAt(artifact) === colon &&
    text.charCodeAt(type) === colon &&
    text.charCodeAt(version) === colon;
  const scope = isWhole ? text.slice(version + 1) : '';
  if (!scopes.has(scope)) return undefined;
  return { name: text.slice(0, artifact), version: text.slice(type + 1, version), scope, isOptional: false };
};

const parseNode = (text: string): MavenNode | undefined => {
  const usual = usualNode(text);
  if (usual) return usual;
  const coordinates = /^\(?([^\s()]{1,1000})/.exec(text)?.[1];
  const node = coordinates === undefined ? undefined : parseCoordinates(coordinates, false);
  return node && { ...node, isOptional: text.includes(' (optional') };
};

/** Entries in parentheses were displaced by another one, or are listed elsewhere. */
const isOmitted = (text: string): boolean => text.startsWith('(') && text.includes('omitted for ');

const prefix = /^\[INFO\] ?/;

/**
 * Reads drawn trees.
 * @returns whether nothing shows that the text is complete.
 */
const readDrawn = ({ text, notes }: LockfileInput, tree: MavenTree): boolean => {
  let branches: OpenBranches | undefined;
  const end = (): void => {
    if (branches?.isCut) notes.add(signsOfCut, 'a branch of the tree without its last line');
    branches = undefined;
  };
  for (const raw of linesOf(text)) {
    const line = raw.startsWith('[') ? raw.replace(prefix, '') : raw;
    const branch = parseTreeLine(line, 'maven');
    if (branch && branches) {
      branches.add(branch);
      const node = parseNode(branch.text);
      if (isOmitted(branch.text)) tree.skip(branch.depth);
      else if (node) tree.add(branch.depth, node);
      else {
        tree.skip(branch.depth);
        notes.add(unreadableEntries, branch.text);
      }
      continue;
    }
    end();
    const root = line.length > 1000 ? undefined : parseCoordinates(line.trim(), true);
    if (root) {
      tree.begin(root);
      branches = new OpenBranches();
    } else if (branch) notes.add(unreadableEntries, branch.text);
  }
  end();
  if (/^\[INFO\] BUILD SUCCESS/m.test(text)) return false;
  if (/^\[INFO\]/m.test(text)) notes.add(signsOfCut, 'no line that says that the build has succeeded');
  // The last entry may have lost its dependencies, and a module after it may be missing.
  return true;
};

/** An entry of a tree in JSON; its name is '' where it lacks a part of its coordinates. */
interface Listed extends MavenNode {
  depth: number;
  artifact: string | undefined;
}

const emptyEntry = (depth: number): Listed => ({
  depth,
  name: '',
  artifact: undefined,
  version: '',
  scope: '',
  isOptional: false,
});

/** Reads an object's entry into the list, and after it those below it. */
const readEntry = (cursor: JsonCursor, depth: number, listed: Listed[]): void => {
  const entry = emptyEntry(depth);
  const before = listed.push(entry);
  let group: string | undefined;
  for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
    if (field === 'groupId') group = textAt(cursor);
    else if (field === 'artifactId') entry.artifact = textAt(cursor);
    else if (field === 'version') entry.version = textAt(cursor) ?? '';
    else if (field === 'scope') entry.scope = textAt(cursor) ?? '';
    else if (field === 'optional') {
      const value = cursor.value();
      entry.isOptional = value === true || value === 'true';
    } else if (field === 'children') {
      // Of repeated keys the last one counts.
      listed.length = before;
      readChildren(cursor, depth + 1, listed);
    } else cursor.skip();
  }
  if (group && entry.artifact && entry.version) entry.name = `${group}:${entry.artifact}`;
};

const readChildren = (cursor: JsonCursor, depth: number, listed: Listed[]): void => {
  if (!cursor.enterList()) return;
  while (cursor.nextItem())
    if (cursor.enterObject()) readEntry(cursor, depth, listed);
    else listed.push(emptyEntry(depth));
};

const readJsonTree = ({ text, notes }: LockfileInput, tree: MavenTree): void => {
  const listed: Listed[] = [];
  readJson(text, (cursor) => readEntry(cursor, -1, listed));
  for (const entry of listed) {
    const { depth, name, artifact } = entry;
    const isRoot = depth < 0;
    if (isRoot && name === '') throw new UnreadableFile('it is not the dependency tree of a Maven project');
    if (isRoot) tree.begin(entry);
    else if (name !== '') tree.add(depth, entry);
    else {
      tree.skip(depth);
      notes.add(unreadableEntries, artifact ?? 'an entry without name');
    }
  }
};

/**
 * Reads the output of `mvn dependency:tree`, as text (of one or more modules, with or without the log around it) or
 * as JSON: the resolved packages with graph and scopes. Versions that lost to others are not components.
 */
export const readMavenTree: LockfileReader = (input) => {
  const tree = new MavenTree(input.notes);
  const isJson = input.text.trimStart().startsWith('{');
  const isUnconfirmed = isJson ? (readJsonTree(input, tree), false) : readDrawn(input, tree);
  if (tree.isEmpty) throw new UnreadableFile('it is not the dependency tree of a Maven project');
  const hasManifest = input.readText(siblingPath(input.path, 'pom.xml')) !== undefined;
  if (isUnconfirmed && !hasManifest) noteUnconfirmed('pom.xml', input.notes);
  return tree.content();
};

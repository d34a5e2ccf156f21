import { files, textOf } from './source-tree.ts';

export interface Comment {
  path: string;
  line: number;
  text: string;
  isDocstring: boolean;
}

const docstring = /^[ \t]*\/\*\*([\s\S]*?)\*\//gm;
const lineComments = /(?:^[ \t]*\/\/.*(?:\n|$))+/gm;

const clean = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*(?!\/)|\/\/)? ?/, '').trim())
    .join(' ')
    .trim();

const commentsIn = (path: string): Comment[] => {
  const source = textOf(path);
  const read = (pattern: RegExp, isDocstring: boolean): Comment[] =>
    [...source.matchAll(pattern)].map((match) => ({
      path,
      line: source.slice(0, match.index).split('\n').length,
      text: clean(match[1] ?? match[0]),
      isDocstring,
    }));
  return [...read(docstring, true), ...read(lineComments, false)];
};

// Corpora and rules hold samples of other people's code as text, comments of theirs included.
const holdsSamples = /^(?:test\/corpora\/|lib\/engines\/(?:secrets|sast)\/rules\/)/;

/** Comments on lines of their own, joined to one text each. */
export const comments: readonly Comment[] = files
  .filter((path) => !holdsSamples.test(path))
  .flatMap(commentsIn);

export const show = ({ path, line, text }: Comment): string => `${path}:${line} ${text.slice(0, 80)}`;

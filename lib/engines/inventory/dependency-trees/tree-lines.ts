/** A line of a tree that Gradle or Maven has drawn. */
export interface TreeLine {
  /** 0 for a child of the root. */
  depth: number;
  /** Set for the last child of its parent. */
  isLast: boolean;
  text: string;
}

const longestLine = 4_096;

/** `|    +--- ` of Gradle, `|  +- ` of Maven. */
const widths = { gradle: 5, maven: 3 } as const;
const branches = { gradle: '--- ', maven: '- ' } as const;
const [blank, bar, plus, backslash] = [0x20, 0x7c, 0x2b, 0x5c];

const isBlank = (line: string, from: number, to: number): boolean => {
  let at = from;
  while (at < to && line.charCodeAt(at) === blank) at += 1;
  return at === to || line.slice(at, to).trim() === '';
};

/** Parses a line of a drawn tree; undefined for any other line. */
export const parseTreeLine = (line: string, tool: keyof typeof widths): TreeLine | undefined => {
  if (line.length > longestLine) return undefined;
  const width = widths[tool];
  let at = 0;
  let sign = line.charCodeAt(0);
  while ((sign === bar || sign === blank) && isBlank(line, at + 1, at + width))
    sign = line.charCodeAt((at += width));
  if ((sign !== plus && sign !== backslash) || !line.startsWith(branches[tool], at + 1)) return undefined;
  return { depth: at / width, isLast: sign === backslash, text: line.slice(at + width).trim() };
};

/** Follows the branches of one tree, in which the last line of each level is drawn as such. */
export class OpenBranches {
  readonly #open: boolean[] = [];
  #isBroken = false;

  add({ depth, isLast }: TreeLine): void {
    // A child follows its parent directly, and nothing follows the last line of a level.
    const open = this.#open;
    if (depth > open.length) this.#isBroken = true;
    for (let at = depth + 1; at < open.length; at += 1) if (open[at] === true) this.#isBroken = true;
    if (open.length > depth + 1) open.length = depth + 1;
    open[depth] = !isLast;
  }

  /** True when a branch continues but no line has followed. */
  get isCut(): boolean {
    return this.#isBroken || this.#open.includes(true);
  }
}

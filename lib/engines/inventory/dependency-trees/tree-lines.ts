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
const branches = { gradle: /^[+\\]--- /, maven: /^[+\\]- / } as const;

/** Parses a line of a drawn tree; undefined for any other line. */
export const parseTreeLine = (line: string, tool: keyof typeof widths): TreeLine | undefined => {
  if (line.length > longestLine) return undefined;
  const width = widths[tool];
  let at = 0;
  while ((line[at] === '|' || line[at] === ' ') && line.slice(at + 1, at + width).trim() === '') at += width;
  const branch = branches[tool].exec(line.slice(at, at + width));
  if (!branch) return undefined;
  return { depth: at / width, isLast: line[at] === '\\', text: line.slice(at + width).trim() };
};

/** Follows the branches of one tree, in which the last line of each level is drawn as such. */
export class OpenBranches {
  readonly #open: boolean[] = [];
  #isBroken = false;

  add({ depth, isLast }: TreeLine): void {
    // A child follows its parent directly, and nothing follows the last line of a level.
    if (depth > this.#open.length || this.#open.slice(depth + 1).includes(true)) this.#isBroken = true;
    this.#open.length = Math.min(this.#open.length, depth);
    this.#open[depth] = !isLast;
  }

  /** True when a branch continues but no line has followed. */
  get isCut(): boolean {
    return this.#isBroken || this.#open.includes(true);
  }
}

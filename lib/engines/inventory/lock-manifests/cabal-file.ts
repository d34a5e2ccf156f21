import { linesOf } from '../parse/lines.ts';

/** A package as its .cabal file describes it. */
export interface CabalPackage {
  name: string | undefined;
  /** The libraries inside the package. */
  libraries: readonly string[];
  /** The dependencies that its libraries and programs have in any case, as written: `text >=2`. */
  dependencies: readonly string[];
  /** Whether every line was read. */
  isWhole: boolean;
}

interface Section {
  kind: string;
  name: string;
  imports: string[];
  depends: string[];
}

const header =
  /^(library|executable|foreign-library|test-suite|benchmark|common|flag|source-repository|custom-setup)\b[ \t]{0,20}(\S{0,200})/i;
const field = /^([A-Za-z][\w-]{0,60})[ \t]{0,100}:(.*)$/;
const condition = /^(?:if|elif|else)\b/i;
const longestLine = 10_000;

/** The sections that every build of the package includes. */
const built: ReadonlySet<string> = new Set(['', 'library', 'executable', 'foreign-library']);

/** Goes through the lines of a file: sections, conditions by their indentation, and fields with continued lines. */
class Lines {
  readonly sections: Section[] = [{ kind: '', name: '', imports: [], depends: [] }];
  name: string | undefined;
  #conditionIndent = Infinity;
  #fieldIndent = Infinity;
  #field = '';

  add(line: string): void {
    const text = line.trim();
    const indent = line.length - line.trimStart().length;
    if (indent <= this.#conditionIndent) this.#conditionIndent = Infinity;
    const [, kind, name = ''] = indent === 0 ? (header.exec(text) ?? []) : [];
    const [, key, value = ''] = field.exec(text) ?? [];
    if (kind !== undefined && key === undefined) {
      this.sections.push({ kind: kind.toLowerCase(), name, imports: [], depends: [] });
      this.#fieldIndent = Infinity;
    } else if (indent > this.#fieldIndent) this.#take(text);
    else if (condition.test(text)) {
      if (this.#conditionIndent === Infinity) this.#conditionIndent = indent;
      this.#fieldIndent = Infinity;
    } else if (key !== undefined) {
      this.#field = key.toLowerCase();
      this.#fieldIndent = indent;
      this.#take(value.trim());
    }
  }

  #take(text: string): void {
    const section = this.sections.at(-1)!;
    if (this.#conditionIndent < Infinity || text === '') return;
    if (this.#field === 'build-depends') section.depends.push(text);
    else if (this.#field === 'import') section.imports.push(...text.split(/[\s,]+/));
    else if (this.#field === 'name' && section.kind === '') this.name = text;
  }
}

/** Reads a .cabal file as far as it states dependencies without a condition. */
export const readCabalFile = (text: string): CabalPackage => {
  const lines = new Lines();
  let isWhole = true;
  for (const line of linesOf(text)) {
    if (line.trim() === '' || line.trimStart().startsWith('--')) continue;
    if (line.length <= longestLine) lines.add(line);
    else isWhole = false;
  }
  const { sections, name } = lines;
  const commons = new Map(
    sections.filter(({ kind }) => kind === 'common').map((section) => [section.name, section]),
  );
  const open = sections.filter(({ kind }) => built.has(kind));
  // A set lists each section once, also those that are added on the way.
  const used = new Set(open);
  for (const { imports } of used)
    for (const each of imports) {
      const common = commons.get(each);
      if (common) used.add(common);
    }
  return {
    name,
    isWhole,
    libraries: sections.filter(({ kind }) => kind === 'library').map((section) => section.name),
    dependencies: [...used]
      .flatMap(({ depends }) => depends.join(' ').split(','))
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  };
};

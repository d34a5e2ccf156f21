import { SaxesParser } from 'saxes';
import { UnreadableFile } from './unreadable-file.ts';

export type Attributes = Readonly<Record<string, string>>;

/** An XML element as far as dependency files need it. Names have no namespace prefix. */
export interface XmlElement {
  name: string;
  /** A table without inherited members. */
  attributes: Attributes;
  children: XmlElement[];
  /** Its own text, trimmed and without the text of its children; '' when it is too long. */
  text: string;
  /** True when the text is too long for a name or a version, so that its meaning is unknown. */
  isTooLong?: true;
}

const maxDepth = 256;
const maxElements = 500_000;
const longestText = 4096;

const isPrefixed = (name: string): boolean => name.includes(':');

const localName = (name: string): string => (isPrefixed(name) ? name.slice(name.indexOf(':') + 1) : name);

const withLocalNames = (attributes: Attributes): Attributes => {
  const names = Object.keys(attributes);
  if (!names.some(isPrefixed)) return attributes;
  const local = Object.create(null) as Record<string, string>;
  for (const name of names) local[localName(name)] = attributes[name]!;
  // One with a prefix must not take the place of that which programs read.
  for (const name of names) if (!isPrefixed(name)) local[name] = attributes[name]!;
  return local;
};

const lineOf = (message: string): string => {
  const line = /^(\d{1,12}):\d/.exec(message)?.[1];
  return line === undefined ? '' : ` (line ${line})`;
};

/** A reader takes the elements of a document one by one. */
export interface XmlReader {
  /** @param depth is 0 for the root. */
  begin(name: string, attributes: Attributes, depth: number): void;
  end?(depth: number): void;
  text?(text: string): void;
}

/** Builds the tree while the parser reads. */
class TreeBuilder implements XmlReader {
  root: XmlElement | undefined;
  readonly #open: XmlElement[] = [];
  /** Elements whose text ends with so much white space that no more text fits. */
  readonly #full = new Set<XmlElement>();

  begin(name: string, attributes: Attributes): void {
    const element: XmlElement = {
      name,
      attributes,
      children: [],
      text: '',
    };
    this.#open.at(-1)?.children.push(element);
    this.root ??= element;
    this.#open.push(element);
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (!element || element.isTooLong) return;
    const added = element.text === '' ? text.trimStart() : text;
    if (added === '') return;
    const isFull = this.#full.has(element);
    if (!isFull && element.text.length + added.length <= longestText) {
      element.text += added;
      return;
    }
    const whole = `${element.text}${added}`.trimEnd();
    const fits = isFull ? added.trim() === '' : whole.length <= longestText;
    if (fits) this.#full.add(element);
    else element.isTooLong = true;
    if (!isFull || !fits) element.text = fits ? whole : '';
  }

  end(): void {
    const element = this.#open.pop();
    if (element && element.text !== '') element.text = element.text.trim();
  }
}

/**
 * Reads an XML document element by element, by their names without prefixes. Nothing is fetched or expanded: a document
 * that declares entities is rejected, and undeclared entities stay as written.
 * @throws UnreadableFile
 */
export const readXml = (text: string, reader: XmlReader): void => {
  const parser = new SaxesParser();
  let [count, depth] = [0, 0];
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype))
      throw new UnreadableFile('it declares XML entities, which are not expanded');
  });
  parser.on('error', (error) => {
    if (!error.message.includes('undefined entity')) throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (count > maxElements) throw new UnreadableFile(`it has more than ${maxElements} elements`);
    if (depth >= maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
    reader.begin(localName(name), withLocalNames(attributes), depth);
    depth += 1;
  });
  // The parser does not collect the text that nothing asks for.
  if (reader.text) {
    parser.on('text', (part) => reader.text?.(part));
    parser.on('cdata', (part) => reader.text?.(part));
  }
  parser.on('closetag', () => {
    depth -= 1;
    reader.end?.(depth);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      `it is not a valid XML file${lineOf(error instanceof Error ? error.message : '')}`,
    );
  }
  if (count === 0) throw new UnreadableFile('it is not a valid XML file');
};

/** Parses an XML document as `readXml` does, and returns its root element. @throws UnreadableFile */
export const parseXml = (text: string): XmlElement => {
  const tree = new TreeBuilder();
  readXml(text, tree);
  return tree.root!;
};

/** Returns the children with a name, in document order. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

/** Returns the text of a child; undefined when it is missing or empty. */
export const childText = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text || undefined;

import { SaxesParser } from 'saxes';
import { UnreadableFile } from './unreadable-file.ts';

/** An XML element as far as dependency files need it. Names have no namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Its own text, trimmed and without the text of its children; '' when it is too long. */
  text: string;
  /** True when the text is too long for a name or a version, so that its meaning is unknown. */
  isTooLong?: true;
}

const maxDepth = 256;
const maxElements = 500_000;
const longestText = 4096;

const localName = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

const lineOf = (message: string): string => {
  const line = /^(\d{1,12}):\d/.exec(message)?.[1];
  return line === undefined ? '' : ` (line ${line})`;
};

/** Builds the tree while the parser reads. */
class TreeBuilder {
  root: XmlElement | undefined;
  readonly #open: XmlElement[] = [];
  /** Elements whose text ends with so much white space that no more text fits. */
  readonly #full = new Set<XmlElement>();
  #count = 0;

  begin(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#count += 1;
    if (this.#count > maxElements) throw new UnreadableFile(`it has more than ${maxElements} elements`);
    if (this.#open.length >= maxDepth)
      throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
    const stated = new Map<string, string>();
    for (const key of Object.keys(attributes)) stated.set(localName(key), attributes[key]!);
    const element: XmlElement = {
      name: localName(name),
      attributes: stated,
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
 * Parses an XML document and returns its root element. Nothing is fetched or expanded: a document that declares
 * entities is rejected, and undeclared entities stay as written.
 * @throws UnreadableFile
 */
export const parseXml = (text: string): XmlElement => {
  const tree = new TreeBuilder();
  const parser = new SaxesParser();
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype))
      throw new UnreadableFile('it declares XML entities, which are not expanded');
  });
  parser.on('error', (error) => {
    if (!error.message.includes('undefined entity')) throw error;
  });
  parser.on('opentag', ({ name, attributes }) => tree.begin(name, attributes));
  parser.on('text', (part) => tree.text(part));
  parser.on('cdata', (part) => tree.text(part));
  parser.on('closetag', () => tree.end());
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(
      `it is not a valid XML file${lineOf(error instanceof Error ? error.message : '')}`,
    );
  }
  if (!tree.root) throw new UnreadableFile('it is not a valid XML file');
  return tree.root;
};

/** Returns the children with a name, in document order. */
export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

/** Returns the text of a child; undefined when it is missing or empty. */
export const childText = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text || undefined;

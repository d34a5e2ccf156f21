// Stands for the declarations of @xmldom/xmldom, which add the globals of browsers to every file.
export interface Node {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  readonly parentNode: Node | null;
  readonly firstChild: Node | null;
  readonly nextSibling: Node | null;
  readonly childNodes: ArrayLike<Node>;
  nodeValue: string | null;
  textContent: string | null;
  readonly ownerDocument: Document | null;
  appendChild<T extends Node>(child: T): T;
  insertBefore<T extends Node>(child: T, before: Node | null): T;
  removeChild<T extends Node>(child: T): T;
  replaceChild<T extends Node>(child: Node, old: T): T;
  cloneNode(deep?: boolean): this;
}
export interface Element extends Node {
  readonly tagName: string;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  getElementsByTagName(name: string): ArrayLike<Element>;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Element>;
}
export interface Document extends Node {
  readonly documentElement: Element;
  readonly doctype: Node | null;
  createElementNS(namespace: string, name: string): Element;
  createTextNode(text: string): Node;
  createComment(text: string): Node;
  getElementsByTagName(name: string): ArrayLike<Element>;
  getElementsByTagNameNS(namespace: string, name: string): ArrayLike<Element>;
}
export declare class DOMParser {
  constructor(options?: object);
  parseFromString(xml: string, type: string): Document;
}
export declare class XMLSerializer {
  serializeToString(node: Node): string;
}

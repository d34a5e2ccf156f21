/** A range of a page, from the end of the tag of a script to its closing tag. */
export type ScriptRange = readonly [start: number, end: number];

/** Elements whose content has no tags but their own closing one. */
export const rawElements: readonly string[] = [
  'style',
  'textarea',
  'title',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'script',
];
export const blanks = ' \t\n\f\r';
/** The beginnings of types of scripts that are data, which no browser runs. */
const dataTypes: readonly string[] = [
  'application/json',
  'application/ld+json',
  'text/template',
  'text/x-',
  'text/html',
  'text/ng-',
  'importmap',
];

type State = 'before' | 'name' | 'after' | 'value' | 'quoted' | 'unquoted';

/**
 * Reads a tag as a browser does: a quote only begins a value after `=`. @returns where its `>` is, -1 if it does not end, and its
 * `type`.
 */
export const readTag = (page: string, from: number): { end: number; type: string } => {
  let state: State = 'before';
  let [quote, name, value] = ['', '', ''];
  let type: string | undefined;
  const close = (): void => {
    if (name === 'type') type ??= value;
    [name, value] = ['', ''];
  };
  for (let at = from; at < page.length; at += 1) {
    const sign = page.charAt(at);
    const isBlank = blanks.includes(sign);
    if (state === 'quoted') {
      if (sign === quote) {
        close();
        state = 'before';
      } else if (name === 'type') value += sign;
    } else if (sign === '>') {
      close();
      return { end: at, type: type ?? '' };
    } else if (state === 'value') {
      if (isBlank) continue;
      state = sign === '"' || sign === "'" ? 'quoted' : 'unquoted';
      if (state === 'quoted') quote = sign;
      else value = sign;
    } else if (state === 'unquoted') {
      if (isBlank) {
        close();
        state = 'before';
      } else if (name === 'type') value += sign;
    } else if (isBlank) state = state === 'name' ? 'after' : state;
    else if (sign === '/') {
      close();
      state = 'before';
    } else if (sign === '=' && state !== 'before') state = 'value';
    else if (state === 'name') name = name.length < 5 ? name + sign : '-';
    else {
      close();
      name = sign;
      state = 'name';
    }
  }
  return { end: -1, type: type ?? '' };
};

/** Returns whether a browser runs a script of this type. */
export const isRun = (type: string): boolean => !dataTypes.some((each) => type.trim().startsWith(each));

/** Returns where a comment ends that begins at a position, -1 if it does not. */
export const endOfComment = (page: string, from: number): number => {
  for (let at = page.indexOf('--', from + 2); at !== -1; at = page.indexOf('--', at + 1)) {
    if (page.charAt(at + 2) === '>') return at + 3;
    if (page.startsWith('!>', at + 2)) return at + 4;
  }
  return -1;
};

const isLetter = (sign: string): boolean => sign >= 'a' && sign <= 'z';

const nameAt = (page: string, from: number): string => {
  let at = from;
  while (at < page.length && at < from + 20 && !`${blanks}/>`.includes(page.charAt(at))) at += 1;
  return page.slice(from, at);
};

/**
 * Returns the scripts of a page in lower case that a browser runs, by its comments, quoted attributes and elements without tags in
 * them. Linear in the page.
 */
export const scriptElements = (page: string): ScriptRange[] => {
  const found: ScriptRange[] = [];
  for (let at = page.indexOf('<'); at !== -1; at = page.indexOf('<', at)) {
    if (page.startsWith('<!--', at)) {
      const end = endOfComment(page, at);
      if (end === -1) break;
      at = end;
      continue;
    }
    const isClosing = page.charAt(at + 1) === '/';
    const begin = at + (isClosing ? 2 : 1);
    if (!isLetter(page.charAt(begin))) {
      at += 1;
      continue;
    }
    const name = nameAt(page, begin);
    const { end, type } = readTag(page, begin + name.length);
    if (end === -1) break;
    at = end + 1;
    if (isClosing || !rawElements.includes(name)) continue;
    const closed = page.indexOf(`</${name}`, at);
    if (name === 'script' && isRun(type)) found.push([end, closed === -1 ? page.length : closed]);
    if (closed === -1) break;
    at = closed;
  }
  return found;
};

/** The kind of place in a page that an offset is in. */
export interface PagePlace {
  /** Between the tags of a script that a browser runs. */
  inScript: boolean;
  /** Behind `name=` without a quote. */
  isUnquoted: boolean;
  /** The element in whose tag the offset is; absent between tags. */
  element?: string;
}

const dataType =
  /type\s{0,5}=\s{0,5}["']?(?:application\/(?:ld\+)?json|text\/(?:template|x-|html|ng-)|importmap)/i;

/** Returns the ranges of the scripts that a browser runs. */
const scriptsOf = (page: string): (readonly [start: number, end: number])[] => {
  const scripts: (readonly [number, number])[] = [];
  for (let at = page.indexOf('<script'); at !== -1; at = page.indexOf('<script', at)) {
    const opened = page.indexOf('>', at);
    const closed = opened === -1 ? -1 : page.indexOf('</script', opened);
    const end = closed === -1 ? page.length : closed;
    if (opened !== -1 && !dataType.test(page.slice(at, Math.min(opened, at + 500))))
      scripts.push([opened, end]);
    at = Math.max(end, at + 1);
  }
  return scripts;
};

/** Returns a function that locates growing offsets in a page. */
export const pageIndex = (text: string): ((offset: number) => PagePlace) => {
  const page = text.toLowerCase();
  const scripts = scriptsOf(page);
  let next = 0;
  return (offset) => {
    while (next < scripts.length && scripts[next]![1] < offset) next += 1;
    const script = scripts[next];
    const inScript = script !== undefined && script[0] < offset && offset < script[1];
    const before = page.slice(Math.max(0, offset - 300), offset);
    const inTag = before.lastIndexOf('<') > before.lastIndexOf('>');
    const element =
      inTag && !inScript ? /^[a-z][\w:.-]{0,50}/.exec(before.slice(before.lastIndexOf('<') + 1)) : null;
    const isUnquoted = inTag && !inScript && /[a-z]\s?=$/.test(before.slice(-3));
    return { inScript, isUnquoted, ...(element && { element: element[0] }) };
  };
};

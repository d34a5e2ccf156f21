/** Returns the next occurrence of a text from an offset, -1 if there is none. */
export type Search = (what: string, from: number) => number;

/** Returns a search from increasing offsets: each occurrence is searched only once. */
export const searchIn = (text: string): Search => {
  const found = new Map<string, number>();
  return (what, from) => {
    const known = found.get(what);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const next = text.indexOf(what, from);
    found.set(what, next);
    return next;
  };
};

/** Returns the first occurrence of any of some texts, -1 if there is none. */
export const firstOf = (search: Search, whats: readonly string[], from: number): number => {
  const found = whats.map((what) => search(what, from)).filter((at) => at !== -1);
  return found.length === 0 ? -1 : Math.min(...found);
};

const hash = /^[0-9a-f]{64}$/;

/** Text that a person pasted, as hashes that were noted earlier and words that are none. */
export interface NotedHeads {
  heads: string[];
  invalid: string[];
}

/** Reads pasted hashes, whatever separates them, and the report of the command line as a whole. */
export const readNotedHeads = (text: string): NotedHeads => {
  const words = text.toLowerCase().split(/[\s,;]+/);
  const found = words.map((word) => word.replace(/^sha256:/, '')).filter((word) => word !== '');
  return {
    heads: [...new Set(found.filter((word) => hash.test(word)))],
    invalid: found.filter((word) => !hash.test(word)),
  };
};

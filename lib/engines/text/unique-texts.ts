/** A search through so few texts is quicker than a set of them. */
const fewTexts = 8;

/** Returns a list without repetitions; the list itself when it has none. */
export const unique = (texts: string[]): string[] => {
  if (texts.length > fewTexts) return [...new Set(texts)];
  for (let at = 1; at < texts.length; at += 1)
    if (texts.indexOf(texts[at]!) !== at) return [...new Set(texts)];
  return texts;
};

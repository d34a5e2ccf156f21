const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the name and version of a purl as people write them: `@scope/name@1.2.3`. */
export const packageLabel = ({ purl }: { purl: string }): string => {
  const [, path = purl] = /^pkg:[^/]+\/([^?#]*)/.exec(purl) ?? [];
  return decoded(path);
};

const longestManifest = 1024 * 1024;
const maxDeclared = 10_000;

/** `.package(url: "…", …)` and `.package(name: "…", url: "…")` outside of comments. */
const declaredUrl = /\burl:[ \t]{0,20}"([^"\n]{1,500})"/g;

/** Returns the URLs that a Package.swift lists literally. The file is a program and is not executed. */
export const swiftManifestUrls = (text: string | undefined): string[] => {
  if (text === undefined || text.length > longestManifest) return [];
  const code = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('//'))
    .join('\n');
  return [...code.matchAll(declaredUrl)].slice(0, maxDeclared).flatMap(([, url]) => url ?? []);
};

const longestManifest = 1024 * 1024;
const maxDeclared = 10_000;

/** `.package(url: "…", …)` and `.package(name: "…", url: "…")`; lines that are comments aside. */
const declaredUrl = /\burl:[ \t]{0,20}"([^"\n]{1,500})"/g;

/** The addresses a Package.swift asks for, where it says so in plain words: it is a program, and none is run. */
export const swiftManifestUrls = (text: string | undefined): string[] => {
  if (text === undefined || text.length > longestManifest) return [];
  const code = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('//'))
    .join('\n');
  return [...code.matchAll(declaredUrl)].slice(0, maxDeclared).flatMap(([, url]) => url ?? []);
};

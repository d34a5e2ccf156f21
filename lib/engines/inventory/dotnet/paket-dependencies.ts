import { linesOf } from '../parse/lines.ts';

/** A package that a group of a paket.dependencies requests. */
export interface PaketRequest {
  /** In lower case; `main` for the unnamed group. */
  group: string;
  name: string;
}

/** Returns the NuGet packages that a paket.dependencies requests. */
export const packagesRequestedOfPaket = (text: string): PaketRequest[] => {
  let group = 'main';
  const found: PaketRequest[] = [];
  for (const line of linesOf(text)) {
    const [, word = '', name = ''] = /^\s{0,100}(group|nuget|clitool)\s{1,20}(\S{1,200})/i.exec(line) ?? [];
    if (word.toLowerCase() === 'group') group = name.toLowerCase();
    else if (word !== '') found.push({ group, name });
  }
  return found;
};
